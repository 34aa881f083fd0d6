/**
 * The comments that document changed code, compared with the start of the run.
 *
 * @module
 */
import type { DocumentsOfChange } from '../../evidence/documents/changed-documents.ts';
import { dropHunk } from '../../mutation-check/diff-lines.ts';
import type { ChangedFile } from '../../mutation-check/find-changes.ts';
import { readComments } from './doc-comments.ts';
import { declaredIn } from './names-of-change.ts';

type ChangedComments = NonNullable<DocumentsOfChange['comments']>[number];

export const readChangedComments = ({ path, text, hunks, lines }: ChangedFile): ChangedComments => {
  const { documenting } = readComments(path, text);
  const code = text.split('\n');
  const isNew = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at).some((line) => lines.has(line));
  return {
    path,
    text: joinTexts(documenting),
    before: joinTexts(readComments(path, hunks.reduceRight(dropHunk, text)).documenting),
    about: documenting.filter(isNew).flatMap((each) => declaredIn(code[each.of - 1] ?? '', path)),
  };
};

const joinTexts = (comments: readonly { readonly text: string }[]): string =>
  comments.map(({ text }) => text).join('\n\n');
