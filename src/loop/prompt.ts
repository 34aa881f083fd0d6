/** The prompt of a turn: the phase, the criteria, and what held the last iteration, from the state of the work. */
import { isAbsolute } from 'node:path';
import type { CompiledGate } from '../../gates/compile-gates.ts';
import { type Config, specsOf } from '../project/config/config.ts';
import { suitesOf } from '../project/config/check-suites.ts';
import { listSettings, listSetUpNames, maySetUp } from '../evidence/integrity/set-up-files.ts';
import { isSuppressions } from '../evidence/integrity/checked/suppressing-comments.ts';
import { joinEndings } from '../runners/runner-places.ts';
import { readSpecFiles } from '../evidence/measures/read-spec-criteria.ts';
import { dialectAsked } from '../signals/systems/dialects.ts';
import type { PromptSeen } from './prompts/prompt-parts.ts';
import { renderPrompt } from './prompts/render-prompt.ts';
import { findOpen } from '../records/fold/reopened-tests.ts';
import { holdOf } from '../records/hold.ts';
import type { WorkState } from '../records/fold/work-state.ts';

export interface PromptQuestion {
  readonly config: Config;
  readonly gate: CompiledGate;
  readonly iteration: number;
  /** `null` when the config asks for none. */
  readonly nonce: string | null;
  /** Whether the agent can run the signal command in the turn. */
  readonly signalCommand: boolean;
  readonly state: Pick<WorkState, 'held' | 'frozen' | 'baseline' | 'guidance' | 'reopened'>;
  readonly has?: PromptSeen;
}

export const writePrompt = async (question: PromptQuestion): Promise<string> => {
  const { config, gate, iteration, nonce, signalCommand, state } = question;
  const { held } = state;
  return renderPrompt({
    phase: gate.phase,
    iteration,
    nonce,
    dialect: dialectAsked(config.signals.dialect),
    workPhase: config.signals.phase_map[gate.phase.phase],
    signalCommand,
    specPaths: specsOf(config.work),
    criteria: (await readSpecFiles(config)).flatMap((file) => file.criteria),
    suites: config.tests.suites.map(({ name, folder, command }) => ({ name, folder, command: command.join(' ') })),
    checks: config.checks.map(({ name, command }) => ({ name, command: command.join(' ') })),
    documentsGlobs: config.documents.globs,
    requiredDocs: config.documents.required_docs_count,
    frozen: Object.keys(state.frozen).filter((path) => state.frozen[path] !== 'absent' && isForAgents(path)),
    setUp: maySetUp(config, gate.phase)
      ? joinEndings(listSetUpNames(suitesOf(config).map(({ runner }) => runner)))
      : [],
    extend: maySetUp(config, gate.phase) ? listSettings(state.frozen) : [],
    knownFailing: state.baseline.known_failing,
    mayGuard: config.mutation_check !== null,
    mayChange: config.existing_tests === 'named' && state.baseline.passing.length > 0,
    reopened: findOpen(state.reopened),
    guidance: state.guidance.filter(({ phase }) => phase === gate.phase.phase),
    ...(question.has === undefined ? {} : { has: question.has }),
    held:
      held === null
        ? null
        : {
            hold: holdOf(held),
            checks: held.record.checks ?? [],
            signal: held.record.signal.reason,
            signalDetail: held.record.signal.detail,
          },
  });
};

/** Files outside, above all the hidden suite, are not shown to an agent, and it must not edit installed packages. */
const isForAgents = (path: string): boolean =>
  !isAbsolute(path) && !isSuppressions(path) && !/(?:^|\/)(?:node_modules|\.venv|venv|\.git)(?:[/#]|$)/.test(path);
