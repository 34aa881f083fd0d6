/**
 * A decision, clause by clause, for people; pure.
 *
 * @module
 */
import { type CheckResult, describeLuck, type Explained } from '../../index.ts';
import { renderBreaker } from './breaker.ts';
import { renderDuration } from './duration.ts';
import { joinPlain, plain } from './paint.ts';
import { renderFault, renderProbe } from './probe.ts';

/** Of a decided iteration of a run. */
export const renderExplanation = ({
  record,
  decision,
  transcript,
  orders,
  probe,
  luck,
  breaker,
}: Explained): string => {
  const { turn } = record;
  return joinPlain([
    `${record.phase} ${record.iteration}: ${decision.can_exit ? 'left' : 'held'}. ${decision.reason}.`,
    `  agent: ${turn.outcome.replace('_', ' ')}, exit code ${turn.exit_code ?? 'none'}, ${renderDuration(turn.ms)}`,
    ...orders.map(
      ({ type, at, by, words }) =>
        `  ${type.replace('.', ' ')} by ${plain(by)} at ${at}${words === null ? '' : `: ${plain(words)}`}`,
    ),
    ...renderGates({ record, decision, transcript }),
    ...(breaker === null ? [] : ['', renderBreaker(breaker)]),
    ...(luck === null ? [] : titled('Luck:', [`  ${describeLuck(luck)}`])),
    ...(probe === null
      ? []
      : titled(`Fault probe (seed ${probe.seed}):`, [
          `  ${renderProbe(probe)}`,
          ...probe.faults.map((fault) => `  - ${renderFault(fault)}`),
        ])),
  ]);
};

/** Of the workspace as it is, outside of a run. @param output - the file with the agent's words, if one was given */
export const renderCheck = (
  { record, decision }: Pick<Explained, 'record' | 'decision'>,
  output: string | null,
): string =>
  joinPlain([
    `${record.phase}: ${decision.can_exit ? 'may be left' : 'held'}. ${decision.reason}.`,
    ...(output === null ? ['  agent: nothing of it was given; --output FILE reads what it said'] : []),
    ...renderGates({ record, decision, transcript: output }),
  ]);

const renderGates = ({
  record,
  decision,
  transcript,
}: Omit<Explained, 'orders' | 'probe' | 'luck' | 'breaker'>): readonly string[] => {
  const { gate_1, gate_2, halt } = decision;
  const { signal, failing, notes, checks = [] } = record;
  const word = (satisfied: boolean) => (satisfied ? 'satisfied' : 'not satisfied');
  const values = Object.entries(gate_1.values).map(([name, value]) => `${name} ${value}`);
  return [
    '',
    `Gate 1 (measured): ${word(gate_1.satisfied)}`,
    ...gate_1.condition.split('\n').map((each) => `    ${each}`),
    ...gate_1.unmet.map(
      ({ clause, because, rule }) => `  - ${clause}: ${plain(because)}${rule === undefined ? '' : ` (RULES ${rule})`}`,
    ),
    `  values: ${values.join(', ')}`,
    '',
    `Gate 2 (the agent's word): ${word(gate_2.satisfied)}`,
    ...gate_2.unmet.map(({ clause, because }) => `  - ${clause}: ${plain(because)}`),
    `  read: ${signal.value ?? 'nothing'} (${signal.reason}${placeOf(signal, transcript)})`,
    ...(signal.says === undefined ? [] : [`  it said: ${plain(signal.says)}`]),
    ...titled(
      'Failing tests:',
      failing.map(({ file, name, message }) => `  - ${file} > ${name}: ${message.split('\n', 1)[0] ?? ''}`),
    ),
    ...titled('Checks:', checks.flatMap(renderCheckResult)),
    ...titled(
      'Notes:',
      notes.map((note) => `  ! ${plain(note)}`),
    ),
    ...(halt === undefined ? [] : ['', `Halted: ${halt.says}`]),
  ];
};

const renderCheckResult = ({ check, command, ok, because, ms, said }: CheckResult): readonly string[] => [
  `  - ${check} ${ok === true ? 'ok' : plain(because)}, ${renderDuration(ms)}: ${plain(command)}`,
  ...said.map((line) => `    | ${plain(line)}`),
];

/** Where the word was said: by the command, in the transcript, or both. */
const placeOf = ({ source, line }: Explained['record']['signal'], transcript: string | null): string => {
  const ofTranscript = transcript === null ? '' : ` of ${transcript}`;
  const block = line === null ? ofTranscript : `, line ${line}${ofTranscript}`;
  return source === 'command' ? `, by the signal command${line === null ? '' : block}` : block;
};

const titled = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines];
