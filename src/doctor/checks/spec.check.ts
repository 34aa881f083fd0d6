/** The spec, its lists, and the diagrams that a phase needs. */
import { compileGates } from '../../../gates/compile-gates.ts';
import { asksForDocuments, foreseeHold } from '../../evidence/measures/documents.measure.ts';
import { type Check, ofConfig } from '../check.ts';
import { ok, warningOf, type Look, problemOf, warning } from '../finding.ts';
import type { Config } from '../../project/config/config.ts';
import { ConfigError } from '../../project/config/find-config.ts';
import { readListsAtStart } from '../../evidence/measures/plans.measure.ts';
import { readSpecFiles } from '../../evidence/measures/read-spec-criteria.ts';
import { readTasks } from '../../queue/list/read-tasks.ts';
import { NUMBER_THEM } from '../write-known-failing.ts';

/** If a phase needs diagrams: can this machine check them (rule 2.6)? */
export const diagramsCheck: Check = {
  name: 'diagrams',
  needs: [],
  look: ofConfig(async (config) => {
    const gates = compileGates(config);
    const held = await foreseeHold(gates);
    if (held !== null) return warningOf(held);
    return ok(gates.some(asksForDocuments) ? 'mermaid is installed' : 'not needed: no phase requires diagrams');
  }),
};

const describeTasks = async (config: Config): Promise<Look> => {
  try {
    const { tasks, doneBefore } = await readTasks(config);
    const done = doneBefore.length === 0 ? '' : `, ${doneBefore.length} more done`;
    return ok(`${tasks.length === 1 ? '1 task' : `${tasks.length} tasks`}${done}`);
  } catch (error) {
    if (error instanceof ConfigError) return problemOf(error.message);
    throw error;
  }
};

/** `, 3 plans in ROADMAP.md`, of each list. */
const describeLists = async (config: Config): Promise<string> => {
  const lists = Object.entries(await readListsAtStart(config));
  return lists
    .map(([kind, { path, items }]) => `, ${items.length} ${items.length === 1 ? kind.slice(0, -1) : kind} in ${path}`)
    .join('');
};

type SpecFiles = Awaited<ReturnType<typeof readSpecFiles>>;

/** `specs/a.md, 3 criteria, 2 with an id`, with the format if it has a name. */
const describeFiles = (files: SpecFiles): string => {
  const criteria = files.flatMap((file) => file.criteria);
  const count = criteria.length;
  const ids = criteria.filter(({ id }) => id !== null).length;
  const named = ids === 0 ? '' : ids === count ? ', each with an id' : `, ${ids} with an id`;
  const paths = files.map(({ path, format }) =>
    format === null || format.name === 'checkboxes' ? path : `${path} (${format.title})`,
  );
  return `${paths.join(', ')}, ${count === 1 ? '1 criterion' : `${count} criteria`}${named}`;
};

/** Spec Kit marks what nobody has decided yet. */
const findUnclear = ({ path, criteria }: SpecFiles[number]): readonly string[] =>
  criteria
    .filter(({ text }) => text.includes('[NEEDS CLARIFICATION'))
    .map(({ id, text, line }) => `${path}:${line} ${id === null ? text : `${id}: ${text}`}`);

const ADVICE = `With an id, a criterion asks for a test of its own. To write ids into the spec: ${NUMBER_THEM}.`;

/** What are the criteria of the spec, and does one of them need clarification? */
export const specCheck: Check = {
  name: 'spec',
  needs: [],
  look: ofConfig(async (config) => {
    if (config.list !== null) return describeTasks(config);
    const files = await readSpecFiles(config);
    const says = `${describeFiles(files)}${await describeLists(config)}`;
    const unclear = files.flatMap(findUnclear);
    const hasOpen = files.some(({ criteria }) => criteria.some(({ id }) => id === null));
    if (unclear.length === 0) return hasOpen ? { ...ok(says), fix: ADVICE } : ok(says);
    const count = unclear.length === 1 ? '1 criterion needs' : `${unclear.length} criteria need`;
    return warning(`${says}; ${count} clarification`, 'Clarify them: the agent would guess.', unclear);
  }),
};
