#!/usr/bin/env bash
# @strands-agents/sdk 1.19.0 (npm; 2026), Graph with conditional edges, 2026-11-29.
#
# Guess: a node behind two branches runs after the branch that was taken; or the graph does not end as
# COMPLETED, since a node that nothing leads past was never reached.
# Behaviour: a node waits for all edges into it, also for that of a branch whose condition was false,
# which never comes. Nothing waits any longer, so the graph ends as COMPLETED without its last node, and
# no result and no error names it. A graph whose only edge is false is COMPLETED after its first node.
# Seen, route to left (condition true) and right (false), both to join:
#   COMPLETED, ran: route left        join: never
#   COMPLETED, ran: test              done, behind a false condition: never
# The types say that a node runs only when all edges into it are satisfied, and that Python's differ.
#
# Why it matters: a last node that checks or commits the work is where branches meet, and it is left out
# under a status that reads as success. A host has to ask whether the node that it needs has a result.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --ignore-scripts @strands-agents/sdk@1.19.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >graph.mjs <<'JS'
import { Agent, Graph, Model } from '@strands-agents/sdk';
let ran = [];
class Says extends Model {
  constructor(name) { super(); this.name = name; }
  updateConfig() {}
  getConfig() { return { modelId: 'scripted' }; }
  async *stream() {
    ran.push(this.name);
    yield { type: 'modelMessageStartEvent', role: 'assistant' };
    yield { type: 'modelContentBlockStartEvent' };
    yield { type: 'modelContentBlockDeltaEvent', delta: { type: 'textDelta', text: this.name } };
    yield { type: 'modelContentBlockStopEvent' };
    yield { type: 'modelMessageStopEvent', stopReason: 'endTurn' };
  }
}
const play = async (names, edges) => {
  ran = [];
  const nodes = names.map((id) => new Agent({ id, model: new Says(id), printer: false }));
  const { status, results } = await new Graph({ nodes, edges, maxSteps: 9 }).invoke('go');
  return [status, ran.join(' '), results.map(({ nodeId }) => nodeId).join(' ')].join('; ');
};
const when = (source, target, taken) => ({ source, target, handler: () => taken });
const branches = [when('route', 'left', true), when('route', 'right', false), ['left', 'join'], ['right', 'join']];
console.log(await play(['route', 'left', 'right', 'join'], branches));
console.log(await play(['test', 'done'], [when('test', 'done', false)]));
JS
node graph.mjs 2>/dev/null >said
paste -sd'|' said
is 'branches' "$(sed -n 1p said)" 'COMPLETED; route left; route left'
is 'a false edge' "$(sed -n 2p said)" 'COMPLETED; test; test'
