/**
 * A proof in GitHub Actions: its claims in the summary of the step, and an annotation for each that does not hold.
 *
 * @module
 */
import type { ListProof } from '../../proof/prove/list/prove-list.ts';
import type { ChangeProof } from '../../proof/prove/prove-change.ts';
import type { RunProof } from '../../proof/prove/prove-run.ts';
import { quote, quoteInCell } from '../../text/quote-markdown.ts';
import type { CommandIo } from '../terminal/io.ts';
import { shorten } from './list-annotations.ts';
import { writeSummary } from './report-to-github.ts';
import { type Annotation, renderAnnotation } from './workflow-commands.ts';

/** So many reasons of each claim; the log of the step has more. */
const MOST_REASONS = 5;

export const proveToGithub = (proof: RunProof | ListProof | ChangeProof, io: CommandIo): void => {
  const annotations = proof.claims.flatMap(({ id, says, holds, because }): readonly Annotation[] =>
    holds ? [] : [{ level: 'error', title: `dualgate: ${id} is not shown`, message: [says, ...because].join('\n') }],
  );
  for (const annotation of shorten(annotations)) io.annotate(renderAnnotation(annotation));
  writeSummary(renderSummary(proof), io);
};

const renderSummary = ({ base, head, holds, claims, notes }: RunProof | ListProof | ChangeProof): string =>
  [
    `## ${holds ? 'Proven: every claim holds' : 'Not proven'}`,
    '',
    `Commits ${quote(base.slice(0, 12))} to ${quote(head.slice(0, 12))}, tested in clean checkouts by dualgate.`,
    '',
    '| claim | | reasons |',
    '| --- | --- | --- |',
    ...claims.map(
      (claim) =>
        `| ${claim.holds ? '✓' : '✗'} ${quoteInCell(claim.id)} | ${quoteInCell(claim.says)} | ${claim.because
          .slice(0, MOST_REASONS)
          .map((reason) => quoteInCell(reason))
          .join('<br>')} |`,
    ),
    ...notes.map((note) => `\n${quote(note)}`),
  ].join('\n');
