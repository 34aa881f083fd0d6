#!/usr/bin/env bash
# @ai-sdk/mcp 2.0.99, @openai/agents 0.20.0 and @mastra/mcp 2.0.0 (npm), what a model is told of the result of a
# tool, 2026-11-30.
#
# Guess: text and structuredContent of a result both reach the model, and isError is told somehow.
# Behaviour: each hands over one half. The two others drop structuredContent, so a result of nothing else is an
# empty list; Mastra drops the text, if there is a structured half. isError reaches the model by Mastra alone, as a
# thrown error; for the two others a failed tool is a text like any other.
# Seen (text "one" with {n: 2} / {n: 2} alone / isError with "the disk is full"):
#   ai-sdk           text one    empty      text the disk is full
#   openai-agents    text one    empty      text the disk is full
#   Mastra           {"n":2}     {"n":2}    throws
# openai-agents has useStructuredContent, which then drops the text. The protocol asks servers to repeat the structured
# half as text, which makes this harmless only where they do.
#
# Why it matters: a server that says more in one half than in the other is half heard, by another half for
# each client, and an agent reports success of a write that failed. Put all into both, and the word "error" into the text.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @ai-sdk/mcp@2.0.99 @openai/agents@0.20.0 @mastra/mcp@2.0.0 @mastra/core@1.71.0 zod@4.6.7 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >server.mjs <<'JS'
import { createInterface } from 'node:readline';
const answers = {
  both: { structuredContent: { n: 2 }, content: [{ type: 'text', text: 'one' }] },
  structured: { structuredContent: { n: 2 }, content: [] },
  fails: { isError: true, content: [{ type: 'text', text: 'the disk is full' }] },
};
const tools = Object.keys(answers).map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } }));
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const results = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
    'tools/list': () => ({ tools }),
    'tools/call': () => answers[params.name],
  };
  const said = results[method] ? { result: results[method]() } : { error: { code: -32601, message: method } };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
}
JS
cat >ask.mjs <<'JS'
const server = { command: process.execPath, args: ['server.mjs'] };
const clients = {
  'ai-sdk': async () => {
    const { createMCPClient } = await import('@ai-sdk/mcp');
    const { Experimental_StdioMCPTransport: Transport } = await import('@ai-sdk/mcp/mcp-stdio');
    const tools = await (await createMCPClient({ transport: new Transport(server) })).tools();
    return async (name) => {
      const output = await tools[name].execute({}, { toolCallId: '1', messages: [] });
      return (await tools[name].toModelOutput({ toolCallId: '1', input: {}, output })).value;
    };
  },
  'openai-agents': async () => {
    const { Agent, MCPServerStdio, RunContext, getAllMcpTools } = await import('@openai/agents');
    const mcp = new MCPServerStdio(server);
    await mcp.connect();
    const runContext = new RunContext();
    const tools = await getAllMcpTools({ mcpServers: [mcp], runContext, agent: new Agent({ name: 'a' }) });
    return (name) => tools.find((tool) => tool.name === name).invoke(runContext, '{}');
  },
  Mastra: async () => {
    const { MCPClient } = await import('@mastra/mcp');
    const tools = await new MCPClient({ servers: { s: server } }).listTools();
    return (name) => tools[`s_${name}`].execute({}, {});
  },
};
for (const [name, make] of Object.entries(clients)) {
  const call = await make();
  const said = [];
  for (const tool of ['both', 'structured', 'fails']) said.push(await call(tool).then(JSON.stringify, () => 'throws'));
  console.log(`told: ${name} ${said.join(' ')}`);
}
process.exit(0);
JS
seen=$(node ask.mjs 2>/dev/null | sed -n 's/^told: //p')
echo "$seen"
is 'clients' "$seen" 'ai-sdk [{"type":"text","text":"one"}] [] [{"type":"text","text":"the disk is full"}]
openai-agents {"type":"text","text":"one"} [] {"type":"text","text":"the disk is full"}
Mastra {"n":2} {"n":2} throws'
