#!/usr/bin/env bash
# @modelcontextprotocol/server 2.4.0 and …/client 2.4.0 with zod 4.6.7 (npm; 2026), 2026-11-28.
#
# Guess: a tool whose input schema has no JSON Schema (z.date(), z.map(), z.bigint()) is refused when it
# is registered, or is missing from the list.
# Behaviour: registerTool takes it, the server starts, and tools/list answers with an error: no tool of
# the server can be seen, also not the good ones. Calls still work for who knows the names.
# Seen:
#   tools/list: -32603 Date cannot be represented in JSON Schema
#   tools/call of another tool: its result
#
# Why it matters: a client that goes on without the list has a server without tools. A signal tool is
# gone because a tool beside it takes a date, and an agent is told to call what it cannot see. A server
# should list its own tools in a test, a check before a run should list and not just connect, and a
# client has to tell "no tools" from "the list failed".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @modelcontextprotocol/server@2.4.0 @modelcontextprotocol/client@2.4.0 zod@4.6.7 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >list.mjs <<'JS'
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
const server = new McpServer({ name: 's', version: '1' });
server.registerTool('good', {}, () => ({ content: [{ type: 'text', text: 'fine' }] }));
server.registerTool('dated', { inputSchema: z.object({ when: z.date() }) }, () => ({ content: [] }));
const client = new Client({ name: 'c', version: '1' });
const [one, other] = InMemoryTransport.createLinkedPair();
await server.connect(one);
await client.connect(other);
console.log(await client.listTools().then((list) => `list: ${list.tools.length}`, (error) => `list: ${error.code} ${error.message}`));
console.log(`call: ${(await client.callTool({ name: 'good', arguments: {} })).content[0].text}`);
process.exit(0);
JS

seen=$(node list.mjs)
echo "$seen"
is 'list and call' "$seen" 'list: -32603 Date cannot be represented in JSON Schema
call: fine'
