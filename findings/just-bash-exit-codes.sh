#!/usr/bin/env bash
# just-bash 3.4.2 (npm; a bash in JavaScript for agents) beside bash 5.2, 2026-11-30.
#
# Guess: a script of a pipeline has the same exit code in both: what fails in the background, in a function behind
# `||`, or in xargs, fails; a trap runs.
# Behaviour: a job in the background has always ended with 0. `set -e` ends a function also where its result is asked
# for, and `$(…)` inherits it. There is no trap, so an EXIT trap never runs. A redirection to a folder that is not
# there makes the folder, and xargs hands on the code of the command, which it calls not at all for empty input.
# Seen (bash, just-bash):
#   (exit 4) & wait $!               4, 0        set -e; f() { false; echo in; }; f || echo or     in, nothing and 1
#   trap 'echo bye' EXIT; exit 3     bye, none   set -e; x=$(false; echo y); echo $x               y, nothing and 1
#   echo x >new/file                 1, 0        echo a | xargs false                              123, 1
#   nothing | xargs false            123, 0      set -u; echo $x; echo after                       127, 1
#
# Why it matters: an agent that tries its test script there sees a green run of jobs that failed, and a script that is
# right fails. Let the real shell decide.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error just-bash@3.4.2 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >both.mjs <<'JS'
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { Bash } from 'just-bash';
mkdirSync('real');
const said = (out, code) => [...out.trim().split('\n'), code].filter((each) => each !== '').join(' ');
for (const script of [
  '(exit 4) & wait $!',
  'set -e; f() { false; echo in; }; f || echo or',
  'trap "echo bye" EXIT; exit 3',
  'set -e; x=$(false; echo y); echo $x',
  'echo x >new/file',
  'echo a | xargs false',
  'xargs false </dev/null',
  'set -u; echo $x; echo after',
  'set -o pipefail; false | true',
]) {
  const real = spawnSync('bash', ['-c', script], { cwd: mkdtempSync('real/'), encoding: 'utf8' });
  const { stdout, exitCode } = await new Bash({ cwd: '/work', files: { '/work/a': '' } }).exec(script);
  console.log(`${script}: ${said(real.stdout, real.status)}, ${said(stdout, exitCode)}`);
}
JS
seen=$(node both.mjs)
echo "$seen"
is 'codes' "$seen" '(exit 4) & wait $!: 4, 0
set -e; f() { false; echo in; }; f || echo or: in 0, 1
trap "echo bye" EXIT; exit 3: bye 3, 3
set -e; x=$(false; echo y); echo $x: y 0, 1
echo x >new/file: 1, 0
echo a | xargs false: 123, 1
xargs false </dev/null: 123, 0
set -u; echo $x; echo after: 127, 1
set -o pipefail; false | true: 1, 1'
