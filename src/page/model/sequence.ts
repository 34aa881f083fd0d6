/**
 * Messages between the actors in one iteration, in order: loop, agent, tests, the counter of green runs, gates, chart, breaker
 * and operator. Built from its records; nothing else is shown.
 *
 * @module
 */
import type { Tone } from '../marks.ts';
import { describeReview } from '../../review/describe-review.ts';
import type { PageRecord } from '../page-data.ts';
import { showCount, showDuration } from '../../text/amounts.ts';

export const ACTORS = ['operator', 'loop', 'agent', 'tests', 'green runs', 'gates', 'chart', 'breaker'] as const;
export type Actor = (typeof ACTORS)[number];

export interface Message {
  /** ISO 8601. */
  readonly at: string;
  readonly from: Actor;
  /** The same as `from` where it changed by itself. */
  readonly to: Actor;
  readonly text: string;
  readonly tone: Tone;
}

/** @param phases - of the config, in order */
export const listMessages = (records: readonly PageRecord[], phases: readonly string[]): readonly Message[] => {
  let row = 0;
  let tree: string | null = null;
  return records.flatMap((record): readonly Message[] => {
    const say = (from: Actor, to: Actor, text: string, tone: Tone = 'plain'): Message => ({
      at: record.at,
      from,
      to,
      text,
      tone,
    });
    switch (record.type) {
      case 'turn.started': {
        [row, tree] = [0, null];
        const { phase, iteration, attempt } = record.data;
        return [
          say('loop', 'agent', `the prompt of ${phase} ${iteration}${attempt === 1 ? '' : `, attempt ${attempt}`}`),
        ];
      }
      case 'turn.ended': {
        const { turn, words = [] } = record.data;
        const ended = `${turn.outcome.replaceAll('_', ' ')} after ${showDuration(turn.ms)}`;
        return [
          ...words.map(({ word }) => say('agent', 'loop', `signal command: ${word}`)),
          say('agent', 'loop', ended, turn.outcome === 'ok' ? 'plain' : 'bad'),
        ];
      }
      case 'tests.ended': {
        const { green, counts, test_run, part } = record.data;
        row = green ? (tree === record.data.tree ? row + 1 : 1) : 0;
        tree = record.data.tree;
        const { suite_passing, suite_failing, suite_skipped } = counts;
        const skipped = suite_skipped === 0 ? '' : `, ${suite_skipped} skipped`;
        const whole = part === undefined ? '' : ' (only the criteria)';
        const said = `test run ${test_run}${whole}: ${suite_passing} passing, ${suite_failing} failing${skipped}`;
        return [
          say('loop', 'tests', 'run the suite'),
          say('tests', 'green runs', `${said} – ${green ? 'green' : 'not green'}`, green ? 'good' : 'plain'),
          say('green runs', 'loop', `${row} in a row`),
        ];
      }
      case 'review.ended': {
        const { outcome, reviewer } = record.data;
        return [
          say('loop', 'gates', `${describeReview(record.data)} (${reviewer})`, outcome === 'approved' ? 'good' : 'bad'),
        ];
      }
      case 'iteration.decided': {
        const { decision, record: measured, mutation_check } = record.data;
        const mutationChecked =
          mutation_check === undefined
            ? []
            : [
                say(
                  'loop',
                  'tests',
                  `mutation check: ${mutation_check.mutants_killed} of ${showCount(mutation_check.mutants_tested, 'mutant')} killed`,
                ),
              ];
        const word = measured.signal.value === null ? 'nothing' : measured.signal.value ? 'yes' : 'no';
        const measuredTone: Tone = decision.gate_1.satisfied ? 'good' : 'bad';
        return [
          ...mutationChecked,
          say(
            'loop',
            'gates',
            `the record: gate 1 ${decision.gate_1.satisfied ? 'satisfied' : 'not satisfied'}, exit signal: ${word}`,
            measuredTone,
          ),
          say(
            'gates',
            'chart',
            decision.can_exit ? 'exit: both gates agree' : `hold: ${decision.reason}`,
            decision.can_exit ? 'good' : 'warn',
          ),
        ];
      }
      case 'phase.exited': {
        const next = phases[phases.indexOf(record.data.phase) + 1] ?? 'completed';
        return [
          say(
            'chart',
            'chart',
            `${record.data.phase} → ${next}${record.data.forced_exit ? ', forced' : ''}`,
            record.data.forced_exit ? 'warn' : 'good',
          ),
        ];
      }
      case 'breaker.changed': {
        const { from, to, why } = record.data;
        const because = why === null ? '' : `: ${why}`;
        return [
          say(
            'breaker',
            to === 'OPEN' ? 'loop' : 'breaker',
            `${from} → ${to}${because}`,
            to === 'CLOSED' ? 'good' : 'bad',
          ),
        ];
      }
      case 'turn.discarded':
        return [say('loop', 'loop', `discarded: ${record.data.why}`, 'bad')];
      case 'chart.halted':
        return [say('loop', 'chart', `HALT: ${record.data.why}`, 'bad')];
      case 'operator.skipped':
        return [say('operator', 'chart', `skip ${record.data.phase}: ${record.data.reason}`, 'warn')];
      case 'operator.resumed':
        return [say('operator', 'chart', 'resume')];
      case 'operator.reset':
        return [say('operator', 'breaker', `reset: ${record.data.reason}`)];
      case 'operator.aborted':
        return [say('operator', 'chart', `abort: ${record.data.reason}`, 'bad')];
      case 'operator.accepted':
        return [say('operator', 'loop', `accept changes: ${record.data.reason}`, 'warn')];
      case 'operator.reopened':
        return [
          say('operator', 'loop', `reopen ${record.data.test ?? record.data.file}: ${record.data.reason}`, 'warn'),
        ];
      case 'operator.rolled_back':
        return [say('operator', 'chart', `back to the exit of ${record.data.phase}: ${record.data.reason}`, 'warn')];
      case 'approval.asked':
        return [say('loop', 'operator', 'both gates agree: a person has to approve the exit', 'warn')];
      case 'operator.approved':
        return [say('operator', 'loop', 'approve the exit', 'good')];
      case 'operator.rejected':
        return [say('operator', 'loop', `reject the exit: ${record.data.reason}`, 'warn')];
      case 'operator.guided':
        return [say('operator', 'agent', `guidance: ${record.data.text}`)];
      case 'run.started':
        return [say('loop', 'loop', 'the run starts: both baseline runs agree')];
      case 'run.resumed':
        return [
          say('loop', 'loop', record.data.automatic === true ? 'the run resumes automatically' : 'the run is resumed'),
        ];
      case 'session.completed':
        return [say('agent', 'loop', `session completed: ${record.data.phase_completed} ${record.data.exit_reason}`)];
      case 'work.committed':
        return [say('loop', 'loop', `commit ${record.data.commit.slice(0, 10)}`)];
      case 'work.rolled_back':
        return [say('loop', 'loop', 'branch and files are restored')];
      case 'run.ended':
        return [
          say(
            'loop',
            'operator',
            `${record.data.status.replace('_', ' ')}: ${record.data.why}`,
            record.data.status === 'completed' ? 'good' : 'warn',
          ),
        ];
    }
  });
};
