#!/usr/bin/env bash
# mcporter 0.12.3 and @apify/mcpc 0.2.6 (npm; 2026), a tool of an MCP server called from a shell, 2026-11-30.
#
# Guess: a call whose result has `isError: true`, and a call of a tool that does not exist, end with another exit code
# than 0 in both clients.
# Behaviour: mcpc ends with 0, whatever the tool says, and so did mcporter until some months ago. npm on Node 20
# installs that older mcporter without a word, since the newest asks for Node 24.
# Seen (exit codes: a tool that says isError, one that is not there, one that is well):
#   mcporter 0.12.3    1 1 0     mcpc    0 0 0
#   by hand: mcporter 0.9.0 0 0 0, @modelcontextprotocol/inspector 2.12.0 5 5 0, @wong2/mcp-cli 2.0.0 0 0 0
#
# Why it matters: a gate that is an MCP tool answers "held" with isError, and `mcpc @s tools-call gate && git push`
# pushes. Look for isError in the JSON, and pin the client.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error mcporter@0.12.3 @apify/mcpc@0.2.6 @modelcontextprotocol/sdk@1.32.2 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export HOME=$dir PATH="$dir/node_modules/.bin:$PATH"
cat >server.mjs <<'JS'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
const server = new McpServer({ name: 's', version: '1.0.0' });
const text = (words) => [{ type: 'text', text: words }];
server.registerTool('held', { description: 'says no' }, async () => ({ isError: true, content: text('held') }));
server.registerTool('passes', { description: 'says yes' }, async () => ({ content: text('passed') }));
await server.connect(new StdioServerTransport());
JS
echo "{\"mcpServers\":{\"s\":{\"command\":\"node\",\"args\":[\"$dir/server.mjs\"]}}}" >mcp.json
mcpc connect mcp.json:s @s >/dev/null 2>&1
codes() {
  local all='' tool code
  for tool in held nobody passes; do
    code=0
    case $1 in
      mcporter) mcporter --config mcp.json call "s.$tool" ;;
      mcpc) mcpc @s tools-call "$tool" ;;
    esac >/dev/null 2>&1 </dev/null || code=$?
    all="$all $code"
  done
  echo "$1:$all"
}
for each in mcporter mcpc; do codes "$each"; done >seen
mcpc close @s >/dev/null 2>&1
cat seen
is 'exit codes' "$(cat seen)" 'mcporter: 1 1 0
mcpc: 0 0 0'
