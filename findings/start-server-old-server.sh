#!/usr/bin/env bash
# start-server-and-test 3.0.12 (npm), a server that cannot start since an older one has its port, 2026-11-30.
#
# Guess: the server ended with 1 before the tests, so the run ends with 1.
# Behaviour: the older one answers the question whether the server is up, so the tests run against the old
# build and pass, and the exit code is 0. "EADDRINUSE" is one line of the output. A server that dies
# later, while the tests run, is noticed and ends the run with 1.
# Seen (exit code, what the tests spoke to):
#   the port is free                   0    new
#   an old server has the port         0    old
#   the server dies under the tests    1    -
#
# Why it matters: a server left over by the last run, which an agent's turn leaves behind easily, makes each later run
# test code that is not there any more. Ask for the port by 0 and print it, or let the server tell its build.
set -euo pipefail
dir=$(mktemp -d)
old=
trap '[ -z "$old" ] || kill "$old" 2>/dev/null; rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error start-server-and-test@3.0.12 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >server.cjs <<'JS'
const { createServer } = require('node:http');
const server = createServer((request, response) => response.end(process.env.BUILD));
server.on('error', (error) => {
  console.error(error.code);
  process.exit(1);
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log(server.address().port));
if (process.env.DIES) setTimeout(() => process.exit(3), 1000);
JS
cat >tests.cjs <<'JS'
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
fetch(`http://127.0.0.1:${process.env.PORT}`)
  .then((response) => response.text())
  .then(async (build) => {
    if (process.env.DIES) await wait(3000);
    console.log(`tested: ${build}`);
  });
JS
BUILD=old PORT=0 node server.cjs >port &
old=$!
until [ -s port ]; do sleep 0.1; done
PORT=$(cat port)
export PORT BUILD=new
run() {
  code=0
  timeout 40 node_modules/.bin/start-server-and-test 'node server.cjs' "http-get://127.0.0.1:$PORT" 'node tests.cjs' >out 2>&1 || code=$?
  echo "$1: $code $(grep -oE 'tested: .*|EADDRINUSE' out | sort | tr '\n' ' ')"
}
seen=$(run occupied)
kill "$old"
wait "$old" 2>/dev/null || true
old=
seen="$seen
$(run free)
$(DIES=1 run dies)"
echo "$seen"
is 'runs' "$seen" 'occupied: 0 EADDRINUSE tested: old 
free: 0 tested: new 
dies: 1 '
