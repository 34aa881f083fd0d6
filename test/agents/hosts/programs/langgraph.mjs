import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { createRun, measure, readConfig } from 'dualgate';
import { agent, work } from './models/turns.mjs'; // your agent: for createRun, and in your own loop

const config = readConfig();
await createRun({ config, until: 'RED', agent }).ended; // writes the tests; they are frozen now
const graph = new StateGraph(Annotation.Root({ prompt: Annotation(), claims: Annotation(), decision: Annotation() }))
  .addNode('agent', async ({ prompt }) => ({ claims: await work(prompt) }))
  .addNode('gate', async ({ claims }) => {
    const { decision } = await measure(config, { signal: claims });
    console.log(decision.reason);
    return { decision, prompt: decision.gate_1.unmet.map(({ clause, because }) => `${clause}: ${because}`).join('\n') };
  })
  .addEdge(START, 'agent')
  .addEdge('agent', 'gate')
  .addConditionalEdges('gate', ({ decision }) => (decision.can_exit ? END : 'agent'))
  .compile();
await graph.invoke({ prompt: 'Make the tests pass.' });
