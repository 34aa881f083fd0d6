/** Sources with tests inside, by the facts of the runners. */
import { askRunners } from './ask-runners.ts';
import type { TestsInside } from './runner-facts.ts';

const INSIDE = askRunners(({ tests }) => tests?.inside).map((facts) => ({
  facts,
  isOf: new RegExp(`(?:${facts.ending})$`),
}));

/** The facts about tests inside of a source of that name. */
export const factsInside = (path: string): TestsInside | undefined => INSIDE.find(({ isOf }) => isOf.test(path))?.facts;

/** The lines of a source that are tests, as far as its runner tells them apart. */
export const linesOfTests = async (path: string, text: string): Promise<ReadonlySet<number>> =>
  factsInside(path)?.lines?.(text, path) ?? new Set();
