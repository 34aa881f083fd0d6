/**
 * One step of a smoke test: the instructions for the agent, and the judgement of its turn.
 *
 * @module
 */
import type { Signal, Turn } from '../../../gates/iteration.ts';
import type { DialectName } from '../../systems/dialects.ts';
import type { CommandSignal } from '../../signals/command/command-signal.ts';
import type { Agent } from '../../agents/choose-agent.ts';
import type { Config } from '../../config/shape-config.ts';
import type { Finding } from '../finding.ts';
import type { SmokeTestFile } from './read-smoke-test-file.ts';
import type { SmokeTestTask } from './smoke-test-task.ts';

/** The turn, and everything that it left behind. */
export interface SmokeTestTurn {
  readonly run: string;
  readonly config: Config;
  readonly agent: Agent;
  readonly task: SmokeTestTask;
  readonly turn: Turn;
  readonly signal: Signal;
  /** Whether it was offered the signal command: its own sandbox may block sockets. */
  readonly offersCommand: boolean;
  /** The signals that it sent by the signal command. */
  readonly commandSignals: readonly CommandSignal[];
  /** The last lines of its stderr. */
  readonly stderr: readonly string[];
  readonly file: SmokeTestFile;
  readonly shell: SmokeTestFile;
  /** Sources that it changed without being asked, with what became of them. */
  readonly changed: readonly string[];
}

export interface SmokeTestStep {
  /** Lines of the prompt; none to skip the step. `signalCommand`: it can be reached. */
  readonly ask: (task: SmokeTestTask, signalCommand: boolean, dialect: DialectName) => readonly string[];
  readonly judge: (taken: SmokeTestTurn) => Promise<readonly Finding[]>;
}

/** Did the turn end in a way that makes a missing result meaningful? */
export const wentWell = ({ turn }: SmokeTestTurn): boolean => turn.outcome === 'ok' || turn.outcome === 'empty';

/** Advice about an agent that was denied something. */
export const adviseAllowing = ({ config, agent }: SmokeTestTurn): string => {
  if (agent.preset === null)
    return 'Add the argument to agent.command that lets it write files and run commands without asking.';
  const { title } = agent.preset;
  switch (config.agent.permissions) {
    case 'ask':
      return `Set agent.permissions: edit, or allow it in the configuration of ${title}.`;
    case 'edit':
      return `Check whether the configuration of ${title}, or a sandbox around it, denies it. agent.permissions: all switches its own checks off.`;
    case 'all':
      return `A sandbox or a policy around ${title} denies it: read its output.`;
  }
};
