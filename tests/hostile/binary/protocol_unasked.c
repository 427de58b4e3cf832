// expect: protocol
// An answer before the question would escape the clock.
static int attack(void) {
    puts("{\"id\":1,\"picks\":[0]}");
    puts("{\"id\":2,\"picks\":[0]}");
    return 0;
}
