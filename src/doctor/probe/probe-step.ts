/**
 * One thing that a probe finds out: what the agent is asked for, and what its turn shows.
 *
 * @module
 */
import type { Signal, Turn } from '../../../gates/iteration.ts';
import type { DialectName } from '../../systems/dialects.ts';
import type { Word } from '../../signals/command/spoken-word.ts';
import type { Agent } from '../../agents/choose-agent.ts';
import type { Config } from '../../config/shape-config.ts';
import type { Finding } from '../finding.ts';
import type { ProbeFile } from './read-probe-file.ts';
import type { ProbeTask } from './probe-task.ts';

/** The turn that was taken, and everything that it left to be seen. */
export interface ProbeTurn {
  readonly run: string;
  readonly config: Config;
  readonly agent: Agent;
  readonly task: ProbeTask;
  readonly turn: Turn;
  readonly signal: Signal;
  /** Whether it was told of the signal command: it may not reach a socket from its own sandbox. */
  readonly isToldOfCommand: boolean;
  /** What it said by the signal command. */
  readonly words: readonly Word[];
  /** The last lines of its stderr. */
  readonly stderr: readonly string[];
  readonly file: ProbeFile;
  readonly shell: ProbeFile;
  /** Sources that it changed and that were not asked for, with what became of them. */
  readonly changed: readonly string[];
}

export interface ProbeStep {
  /** Lines of the prompt; none for what is not asked for. `signalCommand`: it can be reached. */
  readonly ask: (task: ProbeTask, signalCommand: boolean, dialect: DialectName) => readonly string[];
  readonly judge: (taken: ProbeTurn) => Promise<readonly Finding[]>;
}

/** Did the turn end so that what is missing says something? */
export const wentWell = ({ turn }: ProbeTurn): boolean => turn.outcome === 'ok' || turn.outcome === 'empty';

/** What may be done about an agent that was not allowed to do something. */
export const adviseAllowing = ({ config, agent }: ProbeTurn): string => {
  if (agent.preset === null)
    return 'Give agent.command the argument that lets it write files and run commands without asking.';
  const { title } = agent.preset;
  switch (config.agent.permissions) {
    case 'ask':
      return `Set agent.permissions: edit, or allow it in the configuration of ${title} itself.`;
    case 'edit':
      return `See whether the configuration of ${title} itself, or a sandbox around it, denies it. agent.permissions: all switches its own checks off.`;
    case 'all':
      return `Something around ${title} denies it, a sandbox or a policy: read what it printed.`;
  }
};
