/* Big Money in C: Provinces, Gold and Silver.

     ./kingsbench pack big_money.c && ./kingsbench play big_money.zip random

   A bot reads one JSON object a line from its input and writes one line for each `hello` and each
   `decide`. Nothing else may go to the output: stderr is the log. The messages are explained in
   docs/protocol.md, what is asked in docs/bots/dominion.md. There is no JSON library in a static
   program without one, so the first part of this file finds its way through the text by itself. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_LINE (1 << 20)
#define MOST_OPTIONS 256

/* --- JSON: every function takes a pointer to where a value starts ---------------------------------- */

static const char *blanks(const char *at) { return at + strspn(at, " \t\r\n"); }

/* Behind a string. */
static const char *behind_text(const char *at) {
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : at;
}

/* Behind any value: brackets are counted, strings are jumped over. */
static const char *behind(const char *at) {
    int depth = 0;
    do {
        if (*at == '"') {
            at = behind_text(at);
        } else if (*at == '{' || *at == '[') {
            depth++, at++;
        } else if (*at == '}' || *at == ']') {
            depth--, at++;
        } else {
            at += depth ? 1 : strcspn(at, ",]}");
        }
    } while (*at && depth > 0);
    return at;
}

/* The next element of a list or an object after one that ended at `at`; NULL: there is none. */
static const char *next(const char *at) {
    at = blanks(at);
    return *at == ',' ? blanks(at + 1) : NULL;
}

/* The first element of a list or an object; NULL: it is empty, or neither. */
static const char *enter(const char *at) {
    if (!at || (*at != '[' && *at != '{')) return NULL;
    at = blanks(at + 1);
    return *at == ']' || *at == '}' ? NULL : at;
}

static bool is(const char *value, const char *text) {
    size_t length = strlen(text);
    return value && *value == '"' && !strncmp(value + 1, text, length) && value[length + 1] == '"';
}

/* The value of a key of an object; NULL: no such key. */
static const char *member(const char *object, const char *key) {
    for (const char *at = enter(object); at; at = next(behind(at))) {
        bool found = is(at, key);
        at = blanks(blanks(behind_text(at)) + 1);
        if (found) return at;
    }
    return NULL;
}

static int number(const char *value, int otherwise) { return value ? atoi(value) : otherwise; }

/* --- the bot --------------------------------------------------------------------------------------- */

static const char *options[MOST_OPTIONS];
static int offered;

static int picks[MOST_OPTIONS];
static int picked;

static void pick(int index) { picks[picked++] = index; }

/* Picks the first option of this name; false: it is not offered. */
static bool pick_card(const char *name) {
    for (int at = 0; at < offered; at++)
        if (is(options[at], name)) {
            pick(at);
            return true;
        }
    return false;
}

/* Points come before money once the end is near. */
static void buy(const char *view) {
    int left = number(member(member(view, "supply"), "Province"), 12);
    const char *wishes[] = {"Colony", "Province", left <= 4 ? "Duchy" : "Platinum",
                            left <= 2 ? "Estate" : "Platinum", "Platinum", "Gold", "Silver"};
    for (size_t at = 0; at < sizeof wishes / sizeof *wishes; at++)
        if (pick_card(wishes[at])) return;
}

/* The answer that is legal whatever is asked. */
static void pick_default(const char *decision) {
    for (const char *at = enter(member(decision, "default")); at; at = next(behind(at))) pick(atoi(at));
}

static void decide(const char *message) {
    const char *decision = member(message, "decision"), *kind = member(decision, "kind");
    offered = picked = 0;
    for (const char *at = enter(member(decision, "options")); at && offered < MOST_OPTIONS; at = next(behind(at)))
        options[offered++] = at;
    if (is(kind, "play_treasures")) {
        for (int at = 0; at < offered; at++) pick(at);
    } else if (is(kind, "buy")) {
        buy(member(message, "view"));
    } else {
        pick_default(decision);
    }
}

static void answer(const char *message) {
    printf("{\"id\":%d,\"picks\":[", number(member(message, "id"), 0));
    for (int at = 0; at < picked; at++) printf(at ? ",%d" : "%d", picks[at]);
    printf("]}\n");
}

int main(void) {
    static char line[LONGEST_LINE + 2];
    while (fgets(line, sizeof line, stdin)) {
        const char *type = member(line, "type");
        if (is(type, "hello")) {
            fprintf(stderr, "seat %d of %d\n", number(member(line, "seat"), 0), number(member(line, "seats"), 0));
            printf("{\"type\":\"ready\",\"wants\":[\"view\"]}\n");
        } else if (is(type, "decide")) {
            decide(line);
            answer(line);
        }
        fflush(stdout); /* or the line stays in the program, and the referee waits in vain */
    }
    return 0;
}
