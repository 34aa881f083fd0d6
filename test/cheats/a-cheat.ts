/** A cheat as data: a small project, the act of an agent instead of the work, and the result. */
import type { Files } from '../end-to-end/a-project.ts';

/** As `tests.runner` has it; of a runner that is not on this machine every project is skipped, by name. */
export type CheatedRunner = 'node:test' | 'vitest' | 'tap' | 'jest' | 'mocha' | 'pytest' | 'go' | 'cargo';

/** The project that a cheat is tried on; its honest twin does the work on the same project and completes. */
export interface CheatedProject {
  readonly runner: CheatedRunner;
  /** RED and GREEN are whole as they stand here; else they come to the work on shout() in JavaScript. @default false */
  readonly isWhole?: true;
  /** In the repository from the start. */
  readonly files?: Files;
  /** Files that RED and GREEN write, in addition to the work on shout() or in place of it. */
  readonly red?: Files;
  readonly green?: Files;
  /** Keys of `tests` in the config. */
  readonly tests?: Readonly<Record<string, unknown>>;
  /** The key of the config. */
  readonly checks?: Readonly<Record<string, string>>;
  /** The condition of GREEN beside its tests, as a condition of the config. @default nothing */
  readonly asks?: string;
  /** Lines of shell that every agent adds to RED: what it says there about its tests. */
  readonly says?: readonly string[];
  /** The documents that DOCUMENT writes, which comes after GREEN then and asks for one about the change. @default no such phase */
  readonly documents?: Files;
  /** Its tests are the cheat, so that no honest work on it can be left either. */
  readonly isHollow?: true;
}

interface Attempt {
  /** The agent's act, in plain words; unique. */
  readonly name: string;
  readonly on: CheatedProject;
  /** The phase in which it bites. */
  readonly phase: 'RED' | 'GREEN' | 'DOCUMENT';
  /** Lines of a POSIX shell, in the place of the phase's work; the agent says yes after them. */
  readonly does: readonly string[];
  /** It needs what only this system has. */
  readonly only?: 'linux';
}

/** An act that an honest agent may do in addition to the work: it completes. */
export type HonestAct = Pick<Attempt, 'name' | 'on' | 'phase' | 'does'>;

export type Cheat = Attempt &
  (
    | {
        readonly verdict: 'held';
        /** Clauses that are not met and parts of notes, all of which the decision has to have; of an error when nothing is decided. */
        readonly names: readonly string[];
        /** The run crashes with an error, and decides nothing. */
        readonly breaks?: true;
      }
    | {
        readonly verdict: 'known_open';
        /** Its cure. */
        readonly closes: string;
        /** Whether `dualgate prove` finds it in the commits of the run. */
        readonly proof: 'stops' | 'passes';
      }
  );

/** Cheats of one kind. */
export interface Family {
  readonly title: string;
  readonly cheats: readonly Cheat[];
}
