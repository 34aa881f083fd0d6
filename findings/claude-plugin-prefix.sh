#!/usr/bin/env bash
# @anthropic-ai/claude-code-linux-* 2.1.332 (npm), a plugin with a command and a skill, 2026-11-29.
#
# Guess: a command `hello` and a skill `greet` of the plugin `greet` are named alike: both are known as
# `/greet:…` alone, as the first line of the stream lists them; an unknown one is an error.
# Behaviour: `/greet` runs the skill without the prefix; `/hello` is not known. The list has `greet:hello`
# and `greet:greet` only. An unknown command is no error: the text goes to the model, with a reminder that
# it did not run.
# Seen:
#   listed: greet:hello greet:greet
#   /greet:hello known, /hello unknown, /greet:greet known, /greet known, /nobody unknown
#
# Why it matters: a plugin that wants to be called by one word needs a skill of that name. dualgate's has
# one. Source: the program itself, against a server on this machine that answers 400.
set -euo pipefail
dir=$(mktemp -d)
server=''
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$dir"' EXIT
cd "$dir"
program=@anthropic-ai/claude-code-linux-$(node -p process.arch)
npm i --prefix . --no-audit --no-fund --ignore-scripts --loglevel=error "$program@2.1.332" >/dev/null
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

mkdir -p home work plugin/.claude-plugin plugin/commands plugin/skills/greet
echo '{"name":"greet","version":"1.0.0","description":"says hello"}' >plugin/.claude-plugin/plugin.json
printf -- '---\ndescription: says hello\n---\nSay hello.\n' >plugin/commands/hello.md
printf -- '---\nname: greet\ndescription: says hello to somebody\n---\nSay hello.\n' >plugin/skills/greet/SKILL.md
cat >server.mjs <<'JS'
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    if (body !== '') appendFileSync('asked', body.includes('it did not run') ? 'unknown\n' : 'known\n');
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end('{"type":"error","error":{"type":"invalid_request_error","message":"no"}}');
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
JS
node server.mjs >port &
server=$!
until [ -s port ]; do sleep 0.1; done
claude() {
  (cd work && HOME=$dir/home ANTHROPIC_API_KEY=none ANTHROPIC_BASE_URL=http://127.0.0.1:$(cat "$dir/port") \
    CLAUDE_CODE_MAX_RETRIES=0 CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 timeout 60 \
    "$dir/node_modules/$program/claude" -p "$1" --output-format stream-json --verbose --plugin-dir ../plugin) || true
}
known() {
  : >asked
  claude "$1" >said
  sort -u asked | paste -sd+ -
}
hello=$(known /greet:hello) short=$(known /hello) skill=$(known /greet:greet) bare=$(known /greet) nobody=$(known /nobody)
listed=$(head -1 said | grep -oE '"greet:[a-z]+"' | tr -d '"' | awk '!seen[$0]++' | paste -sd' ' -)
echo "listed: $listed"
echo "/greet:hello $hello, /hello $short, /greet:greet $skill, /greet $bare, /nobody $nobody"
is 'listed' "$listed" 'greet:hello greet:greet'
is 'the command' "$hello, $short" 'known, unknown'
is 'the skill' "$skill, $bare" 'known, known'
is 'another' "$nobody" 'unknown'
