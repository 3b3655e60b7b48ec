/* An executor in C11 to begin with: it answers `echo`, which `conform smoke` asks, and skips every other format.
 *
 *     cc -std=c11 -Wall -Wextra -Werror template.c -o template
 *     python -m mlslcs_ref conform smoke --executor ./template
 */
#define _POSIX_C_SOURCE 200809L /* for getline */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *unblank(const char *at) { return at + strspn(at, " \t\r\n"); }

/* Return the end of a JSON value. */
static const char *skip(const char *at) {
    for (int depth = 0; *at != '\0'; at++) {
        if (*at == '"')
            for (at++; *at != '\0' && *at != '"'; at++) at += *at == '\\' && at[1] != '\0';
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
        if (*at != '\0' && depth == 0 && strchr(",:}] \t\r\n", at[1]) != NULL) return at + 1;
    }
    return at;
}

/* Tell whether a value is a certain text. */
static int is(const char *value, const char *text) {
    const size_t length = strlen(text);
    return *value == '"' && strncmp(value + 1, text, length) == 0 && value[length + 1] == '"';
}

/* Return the value of a field of an object; an empty text if it has none. */
static const char *field(const char *object, const char *name) {
    for (const char *at = unblank(object + (*object == '{')); *at == '"'; at = unblank(at + (*at == ','))) {
        const char *colon = unblank(skip(at)), *value = unblank(colon + (*colon == ':'));
        if (is(at, name)) return value;
        at = unblank(skip(value));
    }
    return "";
}

/* Write what the response has beside seq. Here go your operators: is(format, "update"), and so on. An answer is
 * "out":{...}, a refusal "reject":"code", a failure "errored":{"message":"..."}. */
static void answer(const char *test) {
    const char *format = field(test, "format"), *in = field(test, "in");
    if (is(format, "echo")) printf("%.*s", (int)(skip(in) - in) - 2, in + 1);
    else printf("\"skipped\":{\"reason\":\"not written yet\"}");
}

int main(void) {
    char *line = NULL;
    for (size_t size = 0; getline(&line, &size, stdin) > 0 && !is(field(line, "cmd"), "stop"); fflush(stdout)) {
        if (is(field(line, "cmd"), "start")) {
            puts("{\"protocol\":1,\"implementation\":{\"name\":\"template\",\"version\":\"0\",\"language\":\"C\"},"
                 "\"supports\":{\"formats\":[],\"profiles\":[\"paper\",\"authors\"]}}");
        } else {
            printf("{\"seq\":%d,", atoi(field(line, "seq")));
            answer(field(line, "case"));
            puts("}");
        }
    }
    free(line);
    return 0;
}
