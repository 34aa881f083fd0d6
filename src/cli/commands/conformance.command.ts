/**
 * `dualgate conformance FILE`: the answers of the gates to cases that somebody wrote down.
 *
 * @module
 */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { answerCases, type CaseNews } from '../../index.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../terminal/io.ts';
import { renderCaseTally, renderFirstDifference } from '../render/conformance.ts';
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
