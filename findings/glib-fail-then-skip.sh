#!/usr/bin/env bash
# GLib 2.74.6 (Debian 12, libglib2.0-dev), its test programs with --tap, 2026-11-30.
#
# Guess: a test that has failed stays failed, whatever it calls next, as it does in the other order. "not ok" with
# TODO is a failure that was expected.
# Behaviour: g_test_skip() after g_test_fail() makes the point "ok # SKIP", and the program ends with 0. After a check
# that failed (with non-fatal assertions) it does so, too. g_test_skip() first and g_test_fail() after it is "not ok",
# without a directive. g_test_incomplete() alone makes a test that passes "not ok # TODO", and the last of skip and
# incomplete counts.
# Seen (point, exit code):
#   fail, skip            ok # SKIP          0     skip, fail           not ok         1
#   failed check, skip    ok # SKIP          0     incomplete, fail     not ok         1
#   incomplete            not ok # TODO      0     skip, incomplete     not ok # TODO  0
#   a name of nothing     1..0               0
#
# Why it matters: "skip if the server is gone" at the end of a test, or in its teardown, hides what failed before, in
# the stream and in the exit code. Return after g_test_fail(), and hold a skip that is new.
set -euo pipefail
command -v pkg-config >/dev/null && pkg-config --exists glib-2.0 && command -v gcc >/dev/null || { echo 'libglib2.0-dev, pkg-config or gcc is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' libglib2.0-dev 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >order.c <<'C'
#include <glib.h>
static void fail_skip(void) { g_test_fail(); g_test_skip("no server"); }
static void check_skip(void) { g_assert_cmpint(1 + 2, ==, 4); g_test_skip("no server"); }
static void incomplete(void) { g_test_incomplete("later"); }
static void skip_fail(void) { g_test_skip("no server"); g_test_fail(); }
static void incomplete_fail(void) { g_test_incomplete("later"); g_test_fail(); }
static void skip_incomplete(void) { g_test_skip("no server"); g_test_incomplete("later"); }
int main(int count, char **words) {
  g_test_init(&count, &words, NULL);
  g_test_set_nonfatal_assertions();
#define ADD(name) g_test_add_func("/" #name, name)
  ADD(fail_skip); ADD(check_skip); ADD(incomplete); ADD(skip_fail); ADD(incomplete_fail); ADD(skip_incomplete);
  return g_test_run();
}
C
# shellcheck disable=SC2046
gcc order.c -o order $(pkg-config --cflags --libs glib-2.0)
for name in fail_skip check_skip incomplete skip_fail incomplete_fail skip_incomplete nobody; do
  code=0
  ./order --tap -p "/$name" >out 2>/dev/null || code=$?
  echo "$name: $(sed -nE 's/^((not )?ok) [0-9]+ [^ ]+( # [A-Z]+)?.*/\1\3/p; /^1\.\.0/p' out), $code"
done >seen
cat seen
is 'points' "$(cat seen)" 'fail_skip: ok # SKIP, 0
check_skip: ok # SKIP, 0
incomplete: not ok # TODO, 0
skip_fail: not ok, 1
incomplete_fail: not ok, 1
skip_incomplete: not ok # TODO, 0
nobody: 1..0, 0'
