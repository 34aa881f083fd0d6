/** Lets an agent loose on a project of its own, in a real run. */
import { textsOf } from '../evidence/findings/a-finding.ts';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { renderUnmet } from '../../gates/verdict.ts';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import { createRun } from '../../src/run/create-run.ts';
import { aProject, phases } from '../end-to-end/a-project.ts';
import { DO_THE_WORK, honestBut, READ_THE_PROMPT, SAY_YES } from '../end-to-end/a-shell-agent.ts';
import { modulesWith } from '../runners/runner-modules.ts';
import type { Cheat, CheatedProject } from './a-cheat.ts';
import { workOf } from './projects.ts';

export interface Outcome {
  /** Absolute. */
  readonly workspace: string;
  readonly status: string;
  /** Every decision, as `GREEN held`. */
  readonly path: readonly string[];
  readonly reason: string | undefined;
  /** The unmet clauses and the findings of the last decision; the error of a run that crashed. */
  readonly told: string;
}

/** RED and GREEN, and DOCUMENT for a project with documents; one chance in the phase in which it bites. */
const phasesOf = ({ documents, asks }: CheatedProject, phase: Cheat['phase']): readonly object[] =>
  phases({
    RED: phase === 'RED' ? ONE_CHANCE : {},
    GREEN: { ...ONE_CHANCE, ...(asks === undefined ? {} : { gate_1: { condition: asks } }) },
    ...(documents === undefined ? {} : { DOCUMENT: { ...ONE_CHANCE, gate_1: { condition: 'docs_changed >= 1' } } }),
  });
const ONE_CHANCE = { limits: { max_iterations: 1 } };

const agentOf = ({ says = [] }: CheatedProject, phase: Cheat['phase'], does: readonly string[]): string => {
  const agent = honestBut(phase, ...does, SAY_YES);
  if (says.length === 0) return agent;
  const more = ['if [ "$DUALGATE_PHASE" = RED ]; then', ...says, 'fi', ''].join('\n');
  return agent.replace(`${READ_THE_PROMPT}\n`, (line) => line + more);
};

/** @param home empty, of this attempt alone @param keys of the config, in addition */
export const tryCheat = async (
  home: string,
  { on, phase, does }: Pick<Cheat, 'on' | 'phase' | 'does'>,
  keys: Readonly<Record<string, unknown>> = {},
): Promise<Outcome> => {
  await mkdir(home, { recursive: true });
  const { workspace } = await aProject(home, {
    agent: agentOf(on, phase, does),
    work: workOf(on),
    files: { ...(isInstalled(on) ? { '.gitignore': 'node_modules\n' } : {}), ...on.files },
    config: {
      mutation_check: mutationCheckOf(on),
      phases: phasesOf(on, phase),
      tests: { command: 'node --test', timeout: '60s', ...on.tests },
      ...(on.checks === undefined ? {} : { checks: on.checks }),
      ...keys,
    },
  });
  if (isInstalled(on)) linkRunner(workspace, on.runner);
  const path = join(workspace, 'dualgate.yaml');
  const config = parseConfig(readFileSync(path, 'utf8'), { path, readFile: (file) => readFileSync(file, 'utf8') });
  const decided: string[] = [];
  let reason: string | undefined;
  let told = '';
  const run = createRun({
    config,
    onEvent: (event) => {
      if (event.type === 'iteration.decided') {
        decided.push(`${event.phase} ${event.decision.can_exit ? 'exited' : 'held'}`);
        reason = event.decision.reason;
        told = [...event.decision.gate_1.unmet, ...event.decision.gate_2.unmet].map(renderUnmet).join('\n');
      }
      if (event.type === 'phase.held') told = [told, ...textsOf(event.findings)].join('\n');
      if (event.type === 'run.ended' && decided.length === 0) told = event.why;
    },
  });
  const ended = await run.ended.then(
    ({ status }) => ({ status, told }),
    (error: unknown) => ({ status: 'broken', told: String(error) }),
  );
  return { ...ended, workspace, path: decided, reason };
};

/** The same on the same project, and honest. */
export const tryHonestly = (home: string, on: CheatedProject, ...others: readonly string[]): Promise<Outcome> =>
  tryCheat(home, { on, phase: 'GREEN', does: [DO_THE_WORK, ...others] });

/** A runner that is an npm package. */
const isInstalled = ({ runner }: CheatedProject): boolean => ['vitest', 'jest', 'mocha'].includes(runner);

/** None before documents, and fewer mutants if a test run takes a second and more: they are enough, and the corpus is no test of the mutation check. */
const mutationCheckOf = ({ runner, documents }: CheatedProject): object | false => {
  if (documents !== undefined) return false;
  return runner === 'node:test' || runner === 'tap' ? {} : { mutants: 3 };
};

/** Into a folder that git ignores, so that nothing of ours is a source of the project. */
export const linkRunner = (workspace: string, runner: string): void => {
  mkdirSync(join(workspace, 'node_modules'), { recursive: true });
  symlinkSync(join(modulesWith(runner) ?? '', runner), join(workspace, 'node_modules', runner));
};

export const removeHome = (home: string): Promise<void> => rm(home, { recursive: true, force: true, maxRetries: 5 });
