/**
 * Which of the runners that the corpus has cheats for are on this machine. A missing program is skipped by name; `.ci/run` installs
 * them all, and counts a skipped test as failed.
 */
import { canRun, whySkipped as whyNoTool } from '../runners/find-tool.ts';
import { modulesWith, whySkipped as whyNoModule } from '../runners/runner-modules.ts';
import type { CheatedRunner } from './a-cheat.ts';

const PROGRAMS: Readonly<Partial<Record<CheatedRunner, readonly [string, ...string[]]>>> = {
  pytest: ['python3', '-m', 'pytest', '--version'],
  go: ['go', 'version'],
  cargo: ['cargo', '--version'],
};

const known = new Map<CheatedRunner, string>();

/** To be put behind a title: why nothing can be tried with the runner here; `''` when it can. */
export const whyNot = (runner: CheatedRunner): string => {
  const before = known.get(runner);
  if (before !== undefined) return before;
  const why = lookFor(runner);
  known.set(runner, why);
  return why;
};

const lookFor = (runner: CheatedRunner): string => {
  const [program, ...args] = PROGRAMS[runner] ?? [];
  if (program !== undefined) return whyNoTool(canRun(program, ...args), runner);
  const isPackage = runner === 'jest' || runner === 'mocha' || runner === 'vitest';
  return isPackage && modulesWith(runner) === null ? whyNoModule(runner) : '';
};
