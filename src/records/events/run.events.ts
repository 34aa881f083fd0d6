/** The run as a whole: its start, its phases, its waits, its breaker and its end. */
import type { TurnUsage } from '../../../gates/iteration.ts';
import type { Ending, WaitReason } from '../../../machines/index.ts';
import { describeUsage, showClock } from '../../base/text/amounts.ts';
import type { BreakerChange } from '../breaker-change.ts';
import { WAITED_FOR } from './waited-for.ts';
import { type At, line, lineAt, QUIET, durable, transient, type Said, type Tone } from './event-kind.ts';
import { sayBreakerChange, sayEnding, sayCommand } from './say-command.ts';
import type { ConfigChange } from '../config-change.ts';

export const RUN_EVENTS = {
  'run.started': transient<{
    readonly phases: readonly string[];
    readonly phase: string;
    readonly resumed: boolean;
    readonly folder: string;
  }>({
    says: ({ run = '', phases, phase, resumed, folder }) => [
      line('run', `${resumed ? 'resumed' : 'run'} ${run} in ${folder}`),
      line('run', `phases ${phases.join(' → ')}, starting at ${phase}`),
      ...(resumed ? [] : [line('run', GATES, 'plain', QUIET)]),
    ],
  }),
  'baseline.started': transient<object>({
    says: () => [
      line('baseline', 'the suite runs twice before the first turn, to find failing and flaky tests', 'plain', QUIET),
    ],
  }),
  'baseline.ended': durable<{
    readonly passing: number;
    readonly skipped: number;
    readonly known_failing: number;
  }>({
    between: ['tests', 'loop'],
    says: ({ passing, skipped, known_failing: known }) => {
      const counts = [
        ...(passing === 0 ? [] : [`${passing} passing`]),
        ...(skipped === 0 ? [] : [`${skipped} skipped`]),
        ...(known === 0 ? [] : [`${known} known to fail`]),
      ];
      return [
        line('baseline', `both runs of the suite agree: ${counts.length === 0 ? 'no tests' : counts.join(', ')}`),
      ];
    },
  }),
  'run.resumed': durable<{ readonly automatic?: true }>({
    says: ({ automatic }) => [
      line('run', automatic === true ? 'the run resumes by itself' : 'the run resumes', 'plain', QUIET),
    ],
  }),
  'phase.entered': transient<{ readonly phase: string; readonly purpose: string }>({
    says: ({ phase, purpose }) => [line({ phase }, `purpose: ${purpose}`, 'plain', QUIET)],
  }),
  'phase.exited': durable<At & { readonly forced_exit: boolean }>({
    between: ['gates', 'chart'],
    says: (event) => [
      event.forced_exit
        ? lineAt(event, 'exited by a forced exit', 'bad')
        : lineAt(event, 'exited: both gates are satisfied', 'good'),
    ],
  }),
  /** `phase` is null for the commit that the run begins with; `subject` is the first line of its message. */
  'work.committed': durable<{
    readonly phase: string | null;
    readonly branch: string;
    readonly commit: string;
    readonly subject: string;
  }>({
    says: ({ branch, commit, subject }) => [
      line('run', `committed ${commit.slice(0, 10)} on ${branch}: ${subject}`, 'faint'),
    ],
  }),
  /** The wait before the next turn, and why. `until`: ISO 8601. */
  waiting: transient<
    At & { readonly attempt: number; readonly for: WaitReason; readonly until: string; readonly why: string }
  >({
    says: (event) => {
      const until = event.for === 'approval' ? event.until : showClock(event.until);
      return [lineAt(event, `waits until ${until} ${WAITED_FOR[event.for]}`, 'warn')];
    },
  }),
  'breaker.changed': durable<BreakerChange>({
    between: ['breaker', 'loop'],
    says: (change) => [line('run', sayBreakerChange(change), change.to === 'OPEN' ? 'bad' : 'warn')],
  }),
  /** The end of the run says the same. */
  'needs.human': durable<{ readonly why: string }>({ between: ['loop', 'operator'] }),
  notice: transient<{ readonly text: string }>({
    says: ({ text }) => [line('run', text)],
  }),
  'run.ended': durable<Ending & { readonly exit_code: number; readonly usage?: TurnUsage }>({
    between: ['loop', 'operator'],
    says: ({ status, why, exit_code: code, usage }) => [
      line('run', sayEnding(status, why), code === 0 ? 'good' : 'bad'),
      ...(usage === undefined ? [] : [line('run', `used ${describeUsage(usage)}`, 'faint', { detail: true })]),
    ],
  }),
} as const;

/** Explains the gates to a new reader of a log. */
const GATES =
  'gates  a phase ends only when its measured tests (gate 1) and the agent (gate 2) both say that it is done';

export const OPERATOR_EVENTS = {
  'operator.skipped': durable<InPhase>({
    between: ['operator', 'chart'],
    says: (event) => given(sayCommand('forced', event)),
  }),
  'operator.reset': durable<InPhase>({
    between: ['operator', 'breaker'],
    says: (event) => given(sayCommand('resets', event)),
  }),
  'operator.resumed': durable<{ readonly by: string }>({
    between: ['operator', 'chart'],
    says: ({ by }) => given(`resumed by ${by}`),
  }),
  'operator.aborted': durable<OperatorReason>({
    between: ['operator', 'chart'],
    says: (event) => given(sayCommand('aborted', event)),
  }),
  'operator.accepted': durable<
    InPhase & {
      readonly files: readonly string[];
      readonly tests: readonly string[];
      /** Globs of the files that the suite writes; absent when none was accepted. */
      readonly writes?: readonly string[];
      /** The changed keys of an accepted config; absent when none was accepted. */
      readonly config?: readonly ConfigChange[];
    }
  >({
    between: ['operator', 'loop'],
    says: (event) => given(sayCommand('accepted', event)),
  }),
  'operator.reopened': durable<
    InPhase & {
      /** Relative to the workspace. */
      readonly file: string;
      /** Its id; absent: any one test of the file. */
      readonly test?: string;
    }
  >({
    between: ['operator', 'loop'],
    says: (event) => given(sayCommand('reopened', event)),
  }),
  'operator.rolled_back': durable<InPhase & { readonly commit: string }>({
    between: ['operator', 'chart'],
    says: (event) => given(sayCommand('rollbacks', event)),
  }),
  'operator.approved': durable<At & { readonly tree: string; readonly by: string }>({
    between: ['operator', 'loop'],
    says: ({ phase, iteration, tree, by }) =>
      given(`${phase} ${iteration} approved by ${by} (sources ${tree.slice(0, 12)})`, 'good'),
  }),
  'operator.rejected': durable<At & OperatorReason & { readonly tree: string }>({
    between: ['operator', 'loop'],
    says: ({ phase, iteration, by, reason }) => given(`${phase} ${iteration} rejected by ${by}: ${reason}`),
  }),
  'operator.guided': durable<{ readonly phase: string; readonly by: string; readonly text: string }>({
    between: ['operator', 'agent'],
    says: (event) => given(sayCommand('guidance', { ...event, reason: event.text }), 'plain'),
  }),
} as const;

/** An operator's command, and its reason. */
export interface OperatorReason {
  readonly by: string;
  readonly reason: string;
}

const given = (text: string, tone: Tone = 'warn'): readonly Said[] => [line('operator', text, tone)];

type InPhase = OperatorReason & { readonly phase: string };
