/**
 * `dualgate conformance FILE`: the answers of the gates to cases that somebody wrote down.
 *
 * @module
 */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { answerCases, type CaseNews, type CaseTally } from '../../conformance/answer-cases.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../terminal/io.ts';
import { plain } from '../render/text/paint.ts';
import { UsageError } from '../usage-error.ts';

export const conformanceCommand: Command = {
  run: async (values, [file], io) => {
    if (file === undefined) throw new UsageError('A FILE of cases is needed');
    const name = file === '-' ? 'stdin' : plain(file);
    let first: (CaseNews & { readonly type: 'answered' }) | null = null;
    const tally = await answerCases(file === '-' ? io.openStdin() : createReadStream(resolve(io.cwd, file)), (news) => {
      if (news.type === 'bad_line')
        io.complain(`Cannot read ${name}:${news.line}: ${plain(news.problem)}. Write one case a line.`);
      if (news.type === 'unknown_key')
        io.complain(`${name}:${news.line}: ${plain(news.key)} is not known and was passed over.`);
      if (news.type !== 'answered') return;
      if (news.differences.length > 0) first ??= news;
      io.print(JSON.stringify(news.answer));
    });
    for (const line of [...renderFirstDifference(first), ...renderCaseTally(tally)]) io.complain(line);
    if (values['json'] === true) io.complain(JSON.stringify(tally));
    if (tally.bad_lines > 0 || tally.cases === 0) return EXIT.input;
    return tally.differing > 0 ? EXIT.no : EXIT.ok;
  },
};

/** The first case whose answer differs, with each value that does and why gate 1 holds. */
const renderFirstDifference = (first: (CaseNews & { readonly type: 'answered' }) | null): readonly string[] => {
  if (first === null) return [];
  const { line, answer, differences, unmet } = first;
  return [
    `The first that differs is ${plain(answer.id)}, line ${line} (${answer.diagnostic}):`,
    ...differences.map(
      ({ key, expected, answered }) => `  ${key}: expected ${String(expected)}, answered ${String(answered)}`,
    ),
    ...unmet.map((clause) => `  not met: ${plain(clause)}`),
  ];
};

/** The sums, on one line or two. */
const renderCaseTally = (tally: CaseTally): readonly string[] => {
  const { cases, expecting, differing, false_exits, false_holds, bad_lines } = tally;
  const others = differing - false_exits - false_holds;
  const met =
    differing === 0
      ? `all ${expecting} that say what they expect are met`
      : `${expecting - differing} of ${expecting} met: ${countOf(false_exits, 'false exit')}, ${countOf(false_holds, 'false hold')}, ${others} otherwise`;
  return [
    ...(cases === 0 ? ['There is no case to answer: nothing was shown.'] : []),
    `${countOf(cases, 'case')}${expecting === 0 ? ', none of which says what it expects' : `, ${met}`}.`,
    ...(bad_lines === 0 ? [] : [`${countOf(bad_lines, 'line')} could not be read as a case.`]),
  ];
};

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
