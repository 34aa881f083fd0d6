import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { respond } from './models/turns.mjs'; // your model: ({ prompt, phase }) => ({ text, claims })
import { work } from './parent.mjs';

const graph = new StateGraph(
  Annotation.Root({ prompt: Annotation(), phase: Annotation(), text: Annotation(), claims: Annotation() }),
)
  .addNode('model', respond)
  .addEdge(START, 'model')
  .addEdge('model', END)
  .compile();
await work(async ({ prompt, phase, signal }) => {
  const { text, claims } = await graph.invoke({ prompt, phase }, { signal });
  return { text, signal: claims };
});
