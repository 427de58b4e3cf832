"""What organisers see to: how the platform is doing, its workers, its people."""
