#!/usr/bin/env bash
# @continuedev/cli 1.5.47 (npm; its program `cn`, 2026), the output of `cn --format json -p`, 2026-11-29.
#
# Guess: there is one object for each answer, {"response": "…", "status": "success"}; what the model said
# is in `response`, also when it is JSON; an empty answer has an empty response, or is an error.
# Behaviour: only an answer that is no JSON is wrapped. One that is JSON is printed as it is: a number
# alone, an object over several lines, or the object that is the program's own for an error, which real
# errors write to stderr with exit code 1. An empty answer prints nothing. The exit code is 0 each time.
# Seen, what the model said and what is printed:
#   Done.                             ->  {"response":"Done.","status":"success","note":"Response was not…"}
#   42                                ->  42
#   {"status":"error","message":"x"}  ->  {"status":"error","message":"x"}
#   (nothing)                         ->  (nothing)
# The help says only "Output format for headless mode (json)".
#
# Why it matters: status and response are the model's to write; a reader that trusts the envelope reads an
# error that never was, finds no line that it can parse, or calls a turn without an answer a success.
set -euo pipefail
dir=$(mktemp -d)
server=''
trap 'kill $server 2>/dev/null || :; rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --ignore-scripts @continuedev/cli@1.5.47 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH" HOME="$dir" CONTINUE_CLI_AUTO_UPDATED=1 NO_COLOR=1
cat >server.mjs <<'J'
import { createServer } from 'node:http';
import { appendFileSync, writeFileSync } from 'node:fs';
const say = (process.argv[2] ?? '').replaceAll('\\n', '\n');
const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    const asked = JSON.parse(body).messages.filter(({ role }) => role === 'user');
    appendFileSync('asked', `${asked.map(({ content }) => content).join('|')}\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${say === '' ? '' : chunk({ role: 'assistant', content: say })}${chunk({}, 'stop')}data: [DONE]\n\n`);
  });
});
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));
J
serve() {
  rm -f port asked
  node server.mjs "$1" & server=$!
  until [ -s port ]; do sleep 0.1; done
  mkdir -p .continue
  printf 'name: s\nversion: 1.0.0\nschema: v1\nmodels:\n  - name: m\n    provider: openai\n    model: m\n    apiBase: http://127.0.0.1:%s/v1\n    apiKey: x\n    roles: [chat]\n' \
    "$(cat port)" >.continue/config.yaml
}
printed() {
  serve "$1"
  code=0
  echo hello | cn --format json -p >out 2>err || code=$?
  kill "$server"
  echo "$code $(cut -c1-40 <out)$(cat err)"
}

for said in Done. 42 '{"status":"error","message":"x"}' '{\n"a": 1\n}' ''; do
  seen=$(printed "$said")
  echo "$said  ->  $seen"
  case $said in
    Done.) is "$said" "$seen" '0 {"response":"Done.","status":"success","' ;;
    *) is "$said" "$seen" "0 $(printf '%b' "$said")" ;;
  esac
done
