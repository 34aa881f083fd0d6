/**
 * Operator commands, as events and in the status; pure.
 *
 * @module
 */
import { type ConfigChange, renderConfigChanges } from '../../records/config-change.ts';
import type { RunEvent } from '../../records/run-events.ts';
import type { RunStatus } from '../../view/run-status.ts';
import { plain } from './text/paint.ts';

type OperatorEvent = Extract<RunEvent, { readonly type: `operator.${string}` }>;

/** One line. */
export const renderOperatorCommand = (event: OperatorEvent): string => {
  switch (event.type) {
    case 'operator.skipped':
      return `operator  ${event.phase} skipped by ${plain(event.by)}: ${plain(event.reason)}`;
    case 'operator.aborted':
      return `operator  aborted by ${plain(event.by)}: ${plain(event.reason)}`;
    case 'operator.reset':
      return `operator  counts reset by ${plain(event.by)}: ${plain(event.reason)}`;
    case 'operator.accepted':
      return `operator  ${plain(listNames(event))} accepted by ${plain(event.by)}: ${plain(event.reason)}`;
    case 'operator.reopened':
      return `operator  ${plain(event.test ?? event.file)} reopened by ${plain(event.by)}: ${plain(event.reason)}`;
    case 'operator.rolled_back':
      return `operator  rolled back to the exit of ${event.phase} by ${plain(event.by)}: ${plain(event.reason)}`;
    case 'operator.approved':
      return `operator  ${event.phase} ${event.iteration} approved by ${plain(event.by)} (sources ${event.tree.slice(0, 12)})`;
    case 'operator.rejected':
      return `operator  ${event.phase} ${event.iteration} rejected by ${plain(event.by)}: ${plain(event.reason)}`;
    case 'operator.guided':
      return `operator  guidance by ${plain(event.by)}: ${plain(event.text)}`;
  }
};

/** Every operator command of a run, one line each. */
export const listOperatorCommands = ({
  forced_exits,
  accepted,
  reopened,
  resets,
  rollbacks,
  guidance,
}: RunStatus): readonly string[] => [
  ...forced_exits.map(({ phase, by, reason, at }) => `forced exit of ${phase} by ${by} at ${at}: ${reason}`),
  ...accepted.map(
    (each) => `accepted in ${each.phase} by ${each.by} at ${each.at}: ${listNames(each)}: ${each.reason}`,
  ),
  ...reopened.map(
    ({ phase, by, reason, at, file, test, state }) =>
      `reopened in ${phase} by ${by} at ${at} (${state}): ${test ?? file}: ${reason}`,
  ),
  ...resets.map(({ phase, by, reason, at }) => `reset in ${phase} by ${by} at ${at}: ${reason}`),
  ...rollbacks.map(({ phase, by, reason, at }) => `rolled back to the exit of ${phase} by ${by} at ${at}: ${reason}`),
  ...guidance.map(({ phase, by, text, at }) => `guidance for ${phase} by ${by} at ${at}: ${text}`),
];

const listNames = ({
  files,
  tests,
  writes = [],
  config = [],
}: {
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly writes?: readonly string[];
  readonly config?: readonly ConfigChange[];
}): string =>
  [
    ...files,
    ...tests.map((id) => `missing test "${id}"`),
    ...writes.map((glob) => `${glob} as written by the suite`),
    ...(config.length === 0 ? [] : [renderConfigChanges(config)]),
  ].join(', ');
