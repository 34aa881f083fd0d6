#!/usr/bin/env bash
# @continuedev/cli 1.5.47 (npm; its program `cn`, 2026), the prompt of a run without a terminal, 2026-11-29.
#
# Guess: `cn -p --format json` reads its prompt from stdin as `cn --format json -p` does: the order of
# options means nothing. With a prompt as an argument too, stdin is added to it or refused.
# Behaviour: stdin is read unless a word that is no option stands behind -p, and the value of --format is
# such a word. So the one order says that there is no prompt; the model is not asked. A real prompt behind
# it is used, and what was piped is gone, without a word.
# Seen, with "piped" on stdin:
#   cn --format json -p        ->  the model gets "piped", exit 0
#   cn -p --format json        ->  "A prompt is required when using the -p/--print flag", exit 1
#   cn -p --format json word   ->  the model gets "word" alone, exit 0
# Its help shows the forms `cn -p "…"` and `echo … | cn -p` and no others.
#
# Why it matters: a program that starts it appends options to a fixed command line; one more option turns
# a working agent into one that never sees its task, or sees only half of it and answers "success".
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
serve Hello
try() {
  code=0
  echo piped | cn "$@" >out 2>err || code=$?
  echo "$code $(head -n 1 err | cut -c1-60)$(tail -n 1 asked 2>/dev/null || echo nothing)"
}

for words in '--format json -p' '-p --format json' '-p --format json word'; do
  rm -f asked
  seen=$(try $words)
  echo "cn $words: $seen"
  case $words in
    '--format json -p') is "$words" "$seen" '0 piped' ;;
    *word) is "$words" "$seen" '0 word' ;;
    *) is "$words" "$seen" '1 Error: A prompt is required when using the -p/--print flag, nothing' ;;
  esac
done
