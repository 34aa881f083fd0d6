/**
 * Is a text in Structurizr DSL a workspace that says something: elements, relations between declared ones, and a view
 * that shows them? Our own reader, since no other runs without Java; what it does not understand is `unchecked`.
 *
 * @module
 */
import type { SourceLine } from '../expand-includes.ts';
import { createModel, type Model, readModel, readScope } from './read-model.ts';
import { readStatements, type Statement } from './read-statements.ts';
import { readViews } from './read-views.ts';
import { giveUp, HARMLESS, keywordOf, type Refusal, refuse } from './verdict.ts';

/** The path or address that a line includes; null for any other line. */
export const structurizrInclude = (text: string): string | null =>
  /^\s*!include\s+"?([^"\s]+)"?\s*$/i.exec(text)?.[1] ?? null;

/** Does a file hold a workspace, and not a part of one? */
export const holdsWorkspace = (source: string): boolean => /^[ \t]*workspace(?:[ \t]|$)/im.test(source);

/** Null when it is valid. */
export const judgeWorkspace = (source: readonly SourceLine[]): Refusal | null => {
  const foreign = source.find(({ text }) => /^\s*!(?:script|plugin|components|elements|relationships)\b/i.test(text));
  if (foreign !== undefined)
    return giveUp(foreign, `${foreign.text.trim().split(/\s/)[0]} is not supported: its content is unknown`);
  const statements = readStatements(source);
  if (isFailure(statements)) return refuse(statements, statements.reason);
  const [workspace, ...more] = statements.filter((statement) => !HARMLESS.has(keywordOf(statement)));
  if (workspace === undefined || keywordOf(workspace) !== 'workspace') {
    return { verdict: 'invalid', reason: 'it does not begin with a workspace' };
  }
  if (more[0] !== undefined) return refuse(more[0], 'there is text after the workspace');
  if (workspace.words[1]?.text.toLowerCase() === 'extends') {
    return giveUp(workspace, 'a workspace that extends another is not supported');
  }
  return judgeParts(createModel(), workspace.children ?? []);
};

const judgeParts = (model: Model, parts: readonly Statement[]): Refusal | null => {
  let views = 0;
  let relations = 0;
  for (const part of parts) {
    const kind = keywordOf(part);
    if ((kind === 'model' || kind === 'views') && part.children === null) {
      return refuse(part, `"${kind}" has no braces`);
    }
    if (kind === 'model') {
      const refusal = readModel(model, part.children ?? [], null);
      if (refusal !== null) return refusal;
    } else if (kind === 'views') {
      const read = readViews(model, part.children ?? []);
      if (read.refusal !== null) return read.refusal;
      views += 1;
      relations += read.relations;
    } else if (kind === '!identifiers') {
      const refusal = readScope(model, part);
      if (refusal !== null) return refusal;
    } else if (!HARMLESS.has(kind) && kind !== 'configuration') {
      return giveUp(part, `"${part.words[0]?.text ?? ''}" is not supported here`);
    }
  }
  const invalid = (reason: string): Refusal => ({ verdict: 'invalid', reason });
  if (!model.relations.some(([from, to]) => from !== to))
    return invalid('it has no relation between two different elements');
  if (views === 0) return invalid('it has no views');
  return relations === 0 ? invalid('none of its views shows a relation') : null;
};

const isFailure = (read: ReturnType<typeof readStatements>): read is Exclude<typeof read, readonly Statement[]> =>
  !Array.isArray(read);
