#!/usr/bin/env bash
# @langchain/langgraph 1.7.3 with @langchain/core 1.4.0 (npm; 2026), MemorySaver, 2026-11-28.
#
# Guess: of two nodes in one step, the one that succeeded is not run again when the other failed and
# the thread is resumed (the documentation calls that pending writes). And when invoke() has rejected,
# nothing runs any more.
# Behaviour: it depends on which one ends first. A sibling that ended before the failure is kept. One
# that was still running goes on after invoke() has rejected, to its end, and its result is thrown
# away: it runs a second time on resume.
# Seen (x fails once, y succeeds):
#   y ends first:  y, x fails | resume: x                  y ran once
#   x fails first: x fails, y ends | resume: x, y          y ran twice
#
# Why it matters: a node that starts an agent, pushes or pays does it twice, and between the rejection
# and its end it still changes the workspace that the caller takes for quiet. Effects need their own
# key per attempt, and a caller has to wait for the siblings itself.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @langchain/langgraph@1.7.3 @langchain/core@1.4.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >graph.mjs <<'JS'
import { Annotation, MemorySaver, START, StateGraph } from '@langchain/langgraph';
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const gate = () => { let open; const opened = new Promise((resolve) => { open = resolve; }); return { open, opened }; };
for (const first of ['y', 'x']) {
  const ran = [];
  const [yEnded, rejected] = [gate(), gate()];
  let broken = true;
  const graph = new StateGraph(State)
    .addNode('x', async () => {
      if (broken && first === 'y') await yEnded.opened.then(() => new Promise((resolve) => setTimeout(resolve, 100)));
      ran.push(broken ? 'x fails' : 'x');
      if (broken) throw new Error('no');
    })
    .addNode('y', async () => {
      if (broken && first === 'x') await rejected.opened;
      ran.push('y');
      yEnded.open();
      return { log: ['y'] };
    })
    .addEdge(START, 'x').addEdge(START, 'y').compile({ checkpointer: new MemorySaver() });
  const thread = { configurable: { thread_id: first } };
  await graph.invoke({}, thread).catch(() => ran.push('rejected'));
  rejected.open();
  await yEnded.opened.then(() => new Promise((resolve) => setTimeout(resolve, 100)));
  broken = false;
  ran.push('resume');
  await graph.invoke(null, thread);
  const [before, after] = ran.join(', ').split('resume, ');
  console.log(`${first} first: ${before}resume, ${after.split(', ').sort().join(', ')}`);
}
process.exit(0);
JS

seen=$(node graph.mjs)
echo "$seen"
is 'what ran' "$seen" 'y first: y, x fails, rejected, resume, x
x first: x fails, rejected, y, resume, x, y'
