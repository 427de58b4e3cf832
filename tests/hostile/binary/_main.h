/* Stands behind all attacks: play the one that the greeting names at each question, say ESCAPED if it
   worked, and play on. ATTACKS are pairs of a name and a function. */
static const struct {
    const char *name;
    int (*function)(void);
} attacks[] = {ATTACKS};

static int attacked(void) {
    const char *wanted = config("attack");
    for (size_t at = 0; at < sizeof attacks / sizeof *attacks; at++)
        if (!strcmp(attacks[at].name, wanted)) return attacks[at].function();
    abort();
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"hello\"")) {
            strcpy(hello, line);
            puts("{\"type\":\"ready\"}");
        } else if (strstr(line, "\"decide\"")) {
            int id = atoi(strstr(line, "\"id\":") + 5);
            fprintf(stderr, "%s\n", attacked() ? "ESCAPED" : "held");
            printf("{\"id\":%d,\"picks\":[0]}\n", id);
        }
        fflush(stdout);
    }
    return 0;
}
