#!/usr/bin/env bash
# @modelcontextprotocol/server 2.4.0 and …/client 2.4.0 with zod 4.6.7 (npm; 2026), 2026-11-28.
#
# Guess: what the server's own output check lets through, a client of the same release takes; and one
# call gives one answer, whatever was asked before it.
# Behaviour: the server checks structuredContent with the zod object, which ignores other keys, and
# sends it with them. It announces the schema as JSON Schema, with additionalProperties: false. The
# client checks only after it has listed the tools. So the same call works before listTools(), and
# throws -32602 after it. The tool has run both times.
# Seen:
#   before listTools: {"n":1,"m":2}
#   after it: ProtocolError -32602, "… does not match the tool's output schema: data must NOT have
#   additional properties"
#
# Why it matters: a tool that grows a field breaks every client that lists first (agents do) and no
# test that calls at once. An error of the client does not say that the tool did nothing: a signal or a
# write has happened. Output schemas should be z.looseObject, or the tool strips its own answer.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @modelcontextprotocol/server@2.4.0 @modelcontextprotocol/client@2.4.0 zod@4.6.7 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >call.mjs <<'JS'
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
let runs = 0;
const server = new McpServer({ name: 's', version: '1' });
server.registerTool('count', { outputSchema: z.object({ n: z.number() }) }, () => ({ content: [], structuredContent: { n: ++runs, m: 2 } }));
const client = new Client({ name: 'c', version: '1' });
const [one, other] = InMemoryTransport.createLinkedPair();
await server.connect(one);
await client.connect(other);
const call = () => client.callTool({ name: 'count', arguments: {} })
  .then((result) => JSON.stringify(result.structuredContent), (error) => `${error.code} ${error.message}`);
console.log(`before: ${await call()}`);
await client.listTools();
console.log(`after: ${await call()}`);
console.log(`runs: ${runs}`);
process.exit(0);
JS

seen=$(node call.mjs)
echo "$seen"
is 'the calls' "$seen" "before: {\"n\":1,\"m\":2}
after: -32602 Structured content does not match the tool's output schema: data must NOT have additional properties
runs: 2"
