#!/usr/bin/env bash
# @openai/agents 0.20.0 (npm; 2026), run() with a scripted model of our own, 2026-11-28.
#
# Guess: a tool that throws is told to the model with its reason, or fails the run; a call of a tool
# that does not exist is told to the model in the same way.
# Behaviour: the reason is dropped ("An error occurred while running the tool. Please try again."). With
# toolUseBehavior "stop_on_first_tool" that sentence is the finalOutput of a run that completed.
# Arguments that are no JSON are told to the model; an unknown name throws ModelBehaviorError.
# Seen:
#   throws:            the model reads the sentence, without "disk full"; finalOutput "fin"
#   stop after a tool: finalOutput "An error occurred while running the tool. Please try again."
#   unknown tool:      ModelBehaviorError
#
# Why it matters: a caller that takes finalOutput for the tool's answer takes an error for it, and no
# error is raised. An agent that cannot read why a tool failed tries again until its turns are over.
# One slip of the model in a name ends the run where one in the arguments does not.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @openai/agents@0.20.0 zod@4.6.7 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >run.mjs <<'JS'
import { Agent, run, setTracingDisabled, tool, Usage } from '@openai/agents';
import * as z from 'zod';
setTracingDisabled(true);
const call = (name, args = '{}') => ({ type: 'function_call', callId: 'c', name, status: 'completed', arguments: args });
const fin = { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'fin' }] };
const breaks = tool({ name: 'breaks', description: 'breaks', parameters: z.object({}), execute: async () => { throw new Error('disk full'); } });
const said = async (name, first, options = {}) => {
  const answers = [first, fin];
  let told = 'nothing';
  const model = {
    async getResponse({ input }) {
      const result = Array.isArray(input) ? input.find(({ type }) => type === 'function_call_result') : undefined;
      if (result !== undefined) told = result.output.text ?? result.output;
      return { usage: new Usage(), output: [answers.shift()], responseId: 'r' };
    },
  };
  const end = await run(new Agent({ name: 'a', model, tools: [breaks], ...options }), 'go').then(
    ({ finalOutput }) => `finalOutput "${finalOutput}"`, (error) => error.name);
  console.log(`${name}: told "${told}", ${end}`);
};
await said('throws', call('breaks'));
await said('stops', call('breaks'), { toolUseBehavior: 'stop_on_first_tool' });
await said('no JSON', call('breaks', '{a'));
await said('unknown', call('other'));
process.exit(0);
JS

seen=$(node run.mjs 2>/dev/null)
echo "$seen"
is 'what the runs said' "$seen" 'throws: told "An error occurred while running the tool. Please try again.", finalOutput "fin"
stops: told "nothing", finalOutput "An error occurred while running the tool. Please try again."
no JSON: told "An error occurred while parsing tool arguments. Please try again with valid JSON.", finalOutput "fin"
unknown: told "nothing", ModelBehaviorError'
