/* Stands before every attack. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char hello[1 << 16], line[1 << 16];

/* A value of the greeting's config: a number, or a text without its quotes. */
static const char *config(const char *key) {
    static char value[4096];
    char name[100];
    snprintf(name, sizeof name, "\"%s\":", key);
    const char *at = strstr(hello, name) + strlen(name);
    at += strspn(at, " [\"");
    size_t length = strcspn(at, "\",]}");
    memcpy(value, at, length);
    value[length] = 0;
    return value;
}
