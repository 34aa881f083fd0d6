#!/usr/bin/env bash
# dotenv-cli 11.0.0 (npm), a program that starts another one with variables from a file, 2026-11-29.
#
# Guess: the exit code of `dotenv -- CMD` is that of CMD, and 128 plus the number of a signal that ended
# it, as a shell says it.
# Behaviour: for SIGKILL that is so. For SIGTERM and SIGINT, by which time limits and shut-downs end
# programs, it exits with 0: it hands the signal on to itself, and its own handler takes it.
# env-cmd 11.0.0, which does the same work, says 143 and 130.
# Seen:
#   child ended by    dotenv-cli    env-cmd
#   SIGKILL           137           137
#   SIGTERM           0             143
#   SIGINT            0             130
# The page of the package says nothing of signals.
#
# Why it matters: `dotenv -- npm test` whose tests were cut off by a time limit is a success for whoever
# looks at the exit code. A report that is complete has to be asked for, too.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error dotenv-cli@11.0.0 env-cmd@11.0.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

echo A=1 >.env
echo 'process.kill(process.pid, process.argv[2]); setTimeout(() => {}, 5000);' >child.mjs
run() { code=0; bash -c '"$@" >/dev/null 2>&1; exit $?' run "$@" 2>/dev/null || code=$?; }
for row in 'SIGKILL 137 137' 'SIGTERM 0 143' 'SIGINT 0 130'; do
  read -r signal one other <<<"$row"
  run node_modules/.bin/dotenv -- node child.mjs "$signal"
  ours=$code
  run node_modules/.bin/env-cmd -f .env node child.mjs "$signal"
  echo "$signal: dotenv-cli $ours, env-cmd $code"
  is "dotenv-cli, $signal" "$ours" "$one"
  is "env-cmd, $signal" "$code" "$other"
done
