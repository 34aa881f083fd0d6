import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { measure, readConfig } from 'dualgate';
import { work } from './models/turns.mjs'; // one turn of your agent: true when it says that it is done

const config = readConfig();
const graph = new StateGraph(Annotation.Root({ prompt: Annotation(), claims: Annotation(), decision: Annotation() }))
  .addNode('agent', async ({ prompt }) => ({ claims: await work(prompt) }))
  .addNode('gate', async ({ claims }) => {
    const { decision } = await measure(config, { phase: 'GREEN', signal: claims });
    console.log(decision.reason);
    return { decision, prompt: decision.gate_1.unmet.map(({ clause, because }) => `${clause}: ${because}`).join('\n') };
  })
  .addEdge(START, 'agent')
  .addEdge('agent', 'gate')
  .addConditionalEdges('gate', ({ decision }) => (decision.can_exit ? END : 'agent'))
  .compile();
await graph.invoke({ prompt: 'Make the tests pass.' });
