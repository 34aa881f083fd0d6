#!/usr/bin/env bash
# tinyexec 1.4.0 beside nano-spawn 2.1.0 and zx 8.8.5 (npm; 2026), 2026-11-29.
#
# Guess: a child that a signal ended is seen in the result: a signal's name, killed, or an exit code that
# is not 0. Where throwOnError is off, a timeout does not throw either.
# Behaviour: the result of tinyexec has no exit code and no signal, and killed is false. Only with
# throwOnError it is an error, and that has the exit code 1, which the child never had. A timeout throws
# an AbortError of its own, throwOnError or not, that has no output and no exit code.
# Seen, for sh -c 'echo so far; kill -TERM $$':
#   tinyexec: exitCode undefined, killed false     throwOnError: exitCode 1, the signal in the words alone
#   nano-spawn: rejects, signalName SIGTERM        zx with nothrow: exitCode null, signal SIGTERM
#
# Why it matters: `if (result.exitCode) …` takes a suite that was killed for want of memory as one that
# passed, with the output of the tests before. Compare with 0, never with "not an error".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error tinyexec@1.4.0 nano-spawn@2.1.0 zx@8.8.5 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >killed.mjs <<'JS'
import spawn from 'nano-spawn';
import { x } from 'tinyexec';
import { $ } from 'zx';
const child = ['sh', ['-c', 'echo so far; kill -TERM $$']];
const started = x(...child);
const { exitCode, stdout, ...rest } = await started;
console.log(`tinyexec: ${exitCode} ${started.killed} ${started.exitCode}; ${stdout.trim()}; ${Object.keys(rest)}`);
const thrown = await x(...child, { throwOnError: true }).then(String, (error) => error);
console.log(`throwOnError: ${thrown.name} ${thrown.exitCode} ${thrown.signal ?? thrown.signalName}`);
const late = await x('sleep', ['5'], { timeout: 100 }).then(() => 'resolves', (error) => error);
console.log(`timeout: ${late.name} ${late.exitCode}`);
const nano = await spawn(...child).catch((error) => error);
console.log(`nano-spawn: ${nano.exitCode} ${nano.signalName}`);
const zx = await $({ nothrow: true, quiet: true })`echo so far; kill -TERM $$`;
console.log(`zx: ${zx.exitCode} ${zx.signal}`);
JS

seen=$(node killed.mjs)
echo "$seen"
is 'a child that was killed' "$seen" 'tinyexec: undefined false undefined; so far; stderr
throwOnError: Error 1 undefined
timeout: AbortError undefined
nano-spawn: undefined SIGTERM
zx: null SIGTERM'
