/** `dualgate conformance FILE`: the answers of the gates to a file of cases. */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { describeCause, readErrorCode } from '../../base/text/describe-cause.ts';
import { answerCases, type CaseEvent, type CaseTally } from '../../doctor/conformance/answer-cases.ts';
import { type Command, UsageError } from '../command.ts';
import { EXIT } from '../terminal/io.ts';
import { plain } from '../render/paint.ts';

export const conformanceCommand: Command = {
  run: async (values, [file], io) => {
    if (file === undefined) throw new UsageError('Missing FILE');
    const name = file === '-' ? 'stdin' : plain(file);
    let first: (CaseEvent & { readonly type: 'answered' }) | null = null;
    const input = file === '-' ? io.openStdin() : createReadStream(resolve(io.cwd, file));
    const tally = await answerCases(input, (event) => {
      if (event.type === 'bad_line')
        io.complain(`Cannot read ${name}:${event.line}: ${plain(event.problem)}. Write one case per line.`);
      if (event.type === 'unknown_key')
        io.complain(`${name}:${event.line}: ${plain(event.key)} is an unknown key and was ignored.`);
      if (event.type !== 'answered') return;
      if (event.differences.length > 0) first ??= event;
      io.print(JSON.stringify(event.answer));
    }).catch((error: unknown) => {
      if (readErrorCode(error) === '') throw error;
      io.complain(`Cannot read ${name}: ${describeCause(error)}. Name a file with one case per line.`);
      return null;
    });
    if (tally === null) return EXIT.input;
    for (const line of [...renderFirstDifference(first), ...renderCaseTally(tally)]) io.complain(line);
    if (values['json'] === true) io.complain(JSON.stringify(tally));
    if (tally.bad_lines > 0 || tally.cases === 0) return EXIT.input;
    return tally.differing > 0 ? EXIT.no : EXIT.ok;
  },
};

/** The first case whose answer differs, with its differences and the unmet clauses of gate 1. */
const renderFirstDifference = (first: (CaseEvent & { readonly type: 'answered' }) | null): readonly string[] => {
  if (first === null) return [];
  const { line, answer, differences, unmet } = first;
  return [
    `First difference: ${plain(answer.id)}, line ${line} (${answer.diagnostic}):`,
    ...differences.map(
      ({ key, expected, answered }) => `  ${key}: expected ${String(expected)}, answered ${String(answered)}`,
    ),
    ...unmet.map((clause) => `  not met: ${plain(clause)}`),
  ];
};

const renderCaseTally = (tally: CaseTally): readonly string[] => {
  const { cases, expecting, differing, false_exits, false_holds, bad_lines } = tally;
  const others = differing - false_exits - false_holds;
  const met =
    differing === 0
      ? `all ${expecting} expectations are met`
      : `${expecting - differing} of ${expecting} met: ${countOf(false_exits, 'false exit')}, ${countOf(false_holds, 'false hold')}, ${others} otherwise`;
  return [
    ...(cases === 0 ? ['The file has no cases, so dualgate tested nothing.'] : []),
    `${countOf(cases, 'case')}${expecting === 0 ? ', none with an expectation' : `, ${met}`}.`,
    ...(bad_lines === 0 ? [] : [`${countOf(bad_lines, 'line')} could not be read as a case.`]),
  ];
};

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
