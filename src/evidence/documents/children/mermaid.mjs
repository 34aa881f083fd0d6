/**
 * The program that asks Mermaid itself about diagrams, run as a child process so that a diagram that hangs the parser
 * hangs nothing else. In, as JSON on stdin: `{ "diagrams": [text, …] }`. Out, on stdout, a line of JSON for each
 * diagram as soon as it was read, in the same order, or `{ "missing": reason }`. It imports nothing of ours: it is
 * copied beside the bundle as it stands.
 */
import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/**
 * What is used of Mermaid, read without its types because it need not be installed.
 * @typedef {{ type: string, db: Record<string, (() => unknown) | undefined> }} Diagram
 * @typedef {{ parse(text: string): Promise<unknown>, mermaidAPI: { getDiagramFromText(text: string): Promise<Diagram> } }} Mermaid
 * @typedef {{ verdict: 'valid' | 'invalid' | 'unchecked', kind: string | null, reason: string }} Result
 */

/** Each relation of a diagram as the names of its two ends. @type {Record<string, [method: string, from: string, to: string]>} */
const RELATIONS = {
  c4: ['getRels', 'from', 'to'],
  flowchart: ['getEdges', 'start', 'end'],
  'flowchart-v2': ['getEdges', 'start', 'end'],
  'flowchart-elk': ['getEdges', 'start', 'end'],
  sequence: ['getMessages', 'from', 'to'],
  // getRelations leaves out what is inside a composite state.
  state: ['getData.edges', 'start', 'end'],
  stateDiagram: ['getData.edges', 'start', 'end'],
  class: ['getRelations', 'id1', 'id2'],
  classDiagram: ['getRelations', 'id1', 'id2'],
  er: ['getRelationships', 'entityA', 'entityB'],
  requirement: ['getRelationships', 'src', 'dst'],
  architecture: ['getEdges', 'lhsId', 'rhsId'],
  block: ['getEdges', 'start', 'end'],
};

/** Kinds that have no relations by nature: what they list, and how many of it say something. @type {Record<string, [method: string, least: number]>} */
const LISTS = {
  gantt: ['getTasks', 1],
  journey: ['getTasks', 1],
  timeline: ['getTasks', 1],
  pie: ['getSections', 1],
  mindmap: ['getMindmap.children', 1],
  gitGraph: ['getCommits', 2],
  quadrantChart: ['getQuadrantData.points', 1],
  xychart: ['getXYChartData.plots', 1],
  sankey: ['getLinks', 1],
};

/** Kinds in which a name has to be declared: where. @type {Record<string, readonly string[]>} */
const DECLARED = { c4: ['getC4ShapeArray', 'getBoundaries'], requirement: ['getRequirements', 'getElements'] };

/** @param {unknown} value @param {string} key @returns {unknown} */
const field = (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined);

/** Reads `getX` or `getX.y` of a parsed model as a list. @param {Diagram['db']} db @param {string} path @returns {readonly unknown[]} */
const list = (db, path) => {
  const [method = '', key] = path.split('.');
  const all = db[method]?.();
  const found = key === undefined ? all : field(all, key);
  return found instanceof Map ? [...found.keys()] : Array.isArray(found) ? found : [];
};

/** What a diagram that parses lacks to say something (rule 2.9); `''` when nothing. @param {Diagram} diagram */
const findLack = ({ type, db }) => {
  const [items, least] = LISTS[type] ?? [];
  if (items !== undefined && least !== undefined) return list(db, items).length >= least ? '' : 'it shows nothing';
  const [relations = '', from = '', to = ''] = RELATIONS[type] ?? [];
  // A note beside or over two actors is kept among the messages.
  const pairs = list(db, relations).filter((one) => field(one, 'placement') === undefined);
  const ends = pairs.map((one) => [field(one, from), field(one, to)]).filter((pair) => pair.every(Boolean));
  const sources = DECLARED[type];
  if (sources !== undefined) {
    const declared = new Set(sources.flatMap((path) => list(db, path)).map((one) => field(one, 'alias') ?? one));
    const stranger = ends.flat().find((name) => name === 'global' || !declared.has(name));
    if (stranger !== undefined) return `a relation names ${JSON.stringify(stranger)}, which is not declared`;
  }
  return ends.some(([one, other]) => one !== other) ? '' : 'it has no relation between two different elements';
};

/** Mermaid's own limit (`maxTextSize`), which it looks at only when it draws. */
const MOST_CHARACTERS = 50_000;

/** @param {Mermaid} mermaid @param {string} source @returns {Promise<Result>} */
const check = async (mermaid, source) => {
  let kind = null;
  if (source.length > MOST_CHARACTERS) {
    const reason = `it has ${source.length} characters, and Mermaid draws none of more than ${MOST_CHARACTERS}`;
    return { verdict: 'invalid', kind, reason };
  }
  try {
    await mermaid.parse(source);
    const diagram = await mermaid.mermaidAPI.getDiagramFromText(source);
    const c4Type = diagram.db['getC4Type']?.();
    kind = typeof c4Type === 'string' ? c4Type : diagram.type;
    if (!Object.hasOwn(LISTS, diagram.type) && !Object.hasOwn(RELATIONS, diagram.type)) {
      return { verdict: 'unchecked', kind, reason: `what a diagram of the kind ${kind} says cannot be read` };
    }
    const lack = findLack(diagram);
    return { verdict: lack === '' ? 'valid' : 'invalid', kind, reason: lack };
  } catch (error) {
    // Mermaid refuses a diagram with a plain Error; these two say that something it needs is not here.
    const isOurs = error instanceof TypeError || error instanceof ReferenceError;
    return {
      verdict: isOurs ? 'unchecked' : 'invalid',
      kind,
      // Mermaid quotes the diagram, however long its line is.
      reason: (error instanceof Error ? error.message : String(error)).slice(0, 1000),
    };
  }
};

/**
 * Loads Mermaid without a DOM. Its bundle loads in a fifth of the time of its modules, and needs no other package.
 * Without a DOM its sanitizer is a function without methods. Parsing calls three of them: every function gets them.
 * @returns {Promise<Mermaid>}
 */
const load = async () => {
  /** @param {string} name @param {unknown} value */
  // oxlint-disable-next-line no-extend-native -- nothing else runs in this process
  const give = (name, value) => Object.defineProperty(Function.prototype, name, { value, writable: true });
  give('sanitize', (/** @type {unknown} */ dirty) => dirty);
  give('addHook', () => {});
  give('removeAllHooks', () => {});
  return (await import(import.meta.resolve('mermaid/dist/mermaid.esm.min.mjs'))).default;
};

/** @param {unknown} answer */
const say = (answer) => {
  // At once: what waits in this process is lost when the next diagram hangs it.
  for (let rest = Buffer.from(`${JSON.stringify(answer)}\n`); rest.length > 0; )
    rest = rest.subarray(writeSync(1, rest));
};

// Stdout is for the answer alone; libraries talk on the console.
console.log = console.info = console.debug = console.error;
const diagrams = field(JSON.parse(await text(process.stdin)), 'diagrams');
const loaded = await load().catch((/** @type {unknown} */ error) => String(error));
if (typeof loaded === 'string') {
  say({ missing: `${loaded.split('\n')[0]} (looked from ${fileURLToPath(import.meta.url)})` });
} else {
  // One after the other: the models of some kinds are shared by all diagrams of that kind.
  for (const diagram of Array.isArray(diagrams) ? diagrams : []) say(await check(loaded, String(diagram)));
}
