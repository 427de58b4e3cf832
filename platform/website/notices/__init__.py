"""What people are told: the page, the mails, and the webhooks."""
