/** Structurizr DSL and C4-PlantUML, as far as rule 2.9 asks. */
import type { DiagramVerdict } from './check-diagrams.ts';

export interface SourceLine {
  /** Line of the outermost source, from 1: where people look for it. */
  readonly line: number;
  readonly text: string;
}

export type DiagramLanguage = 'mermaid' | 'plantuml' | 'structurizr';

export interface Diagram {
  /** Line of the document where it begins, from 1. */
  readonly line: number;
  readonly language: DiagramLanguage;
  readonly source: string;
}

/** Each `@start…` starts a diagram, up to the next one. A file without any is a part that others include. */
export const splitPlantuml = (source: string): readonly Diagram[] => {
  const found: { line: number; lines: string[] }[] = [];
  for (const [at, text] of source.split(/\r\n|\n|\r/).entries()) {
    if (/^\s*@start\w+/.test(text)) found.push({ line: at + 1, lines: [] });
    found.at(-1)?.lines.push(text);
  }
  return found.map(({ line, lines }) => ({ line, language: 'plantuml', source: lines.join('\n') }));
};

const LIBRARY =
  /^(?:<c4\/|https:\/\/raw\.githubusercontent\.com\/plantuml-stdlib\/C4-PlantUML\/[\w./-]+\/)(C4_\w+?)(?:\.puml)?>?$/i;

const includedBy = (text: string): string | null =>
  /^\s*!include(?:url|_once|_many)?\s+(\S+)\s*$/i.exec(text)?.[1] ?? null;

/** The library of C4-PlantUML that a line includes, such as `C4_Container`, from where it is published; else null. */
export const libraryOf = (text: string): string | null => {
  const included = includedBy(text);
  return included === null ? null : (LIBRARY.exec(included)?.[1] ?? null);
};

/** The file that a line includes; what comes with PlantUML, in angle brackets, is no file. */
export const plantumlInclude = (text: string): string | null => {
  const included = includedBy(text);
  return included === null || included.startsWith('<') || libraryOf(text) !== null ? null : included;
};

/** An included file is without its own `@startuml` and `@enduml`. */
export const unwrapPlantuml = (lines: readonly string[]): readonly string[] =>
  lines.filter((text) => !/^\s*@(?:start|end)\w+/.test(text));

/** A call of C4-PlantUML on one line: `System(gate, "Gate", $tags="x") {`. */
interface Call {
  readonly name: string;
  /** Without their quotes, in order; those that are given by name are not among them. */
  readonly words: readonly string[];
  /** Given as `$name=value`. */
  readonly named: ReadonlyMap<string, string>;
}

/** Null for a line that is no call, or one whose quotes and parentheses do not close. */
const readCall = (text: string): Call | null => {
  const found = /^([A-Za-z_]\w*)\s*\((.*)\)\s*\{?$/.exec(text);
  if (found === null) return null;
  const parts = splitArguments(found[2] ?? '');
  if (parts === null) return null;
  const words: string[] = [];
  const named = new Map<string, string>();
  for (const part of parts) {
    const [, name, value] = /^\$(\w+)\s*=(.*)$/.exec(part) ?? [];
    if (name === undefined) words.push(unquote(part));
    else named.set(name, unquote((value ?? '').trim()));
  }
  return { name: found[1] ?? '', words, named };
};

const splitArguments = (text: string): readonly string[] | null => {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
    if (depth < 0) return null;
  }
  const last = text.slice(from).trim();
  return quoted || depth !== 0 ? null : [...parts, ...(last === '' && parts.length === 0 ? [] : [last])];
};

const unquote = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;

type C4Refusal = Pick<DiagramVerdict, 'reason'> & { readonly verdict: 'invalid' | 'unchecked' };

/** `null` where a diagram is valid. */
type Judge = (source: readonly SourceLine[]) => C4Refusal | null;

/** The path or address that a line of Structurizr DSL includes; `null` for any other line. */
export const structurizrInclude = (text: string): string | null =>
  /^\s*!include\s+"?([^"\s]+)"?\s*$/i.exec(text)?.[1] ?? null;

/** Whether a file in Structurizr DSL holds a workspace, and not a part of one. */
export const holdsWorkspace = (source: string): boolean => /^[ \t]*workspace(?:[ \t]|$)/im.test(source);

interface Relation {
  readonly line: number;
  readonly ends: readonly [from: string, to: string];
}

const invalid = (reason: string): C4Refusal => ({ verdict: 'invalid', reason });
const unchecked = (reason: string): C4Refusal => ({ verdict: 'unchecked', reason });

/** Relations need declared ends, and one of them two different ones. */
const judgeRelations = (declared: ReadonlySet<string>, relations: readonly Relation[]): C4Refusal | null => {
  for (const { line, ends } of relations) {
    const stranger = ends.find((end) => !declared.has(end));
    if (stranger !== undefined) return invalid(`line ${line}: a relation uses "${stranger}", which is not declared`);
  }
  return relations.some(({ ends: [from, to] }) => from !== to)
    ? null
    : invalid('it has no relation between two different elements');
};

/** Trimmed, without empty lines, comments of one line, and what lies between two lines that start and end a text. */
const withoutTexts = (
  source: readonly SourceLine[],
  comment: RegExp,
  endOf: (text: string) => RegExp | null,
): readonly SourceLine[] => {
  const kept: SourceLine[] = [];
  let end: RegExp | null = null;
  for (const { line, text: raw } of source) {
    const text = raw.trim();
    if (end !== null) {
      if (end.test(text)) end = null;
    } else if (text !== '' && !comment.test(text)) {
      end = endOf(text);
      if (end === null) kept.push({ line, text });
    }
  }
  return kept;
};

const FOREIGN = /^!(?:script|plugin|components|elements|relationships)\b|^workspace\s+extends\b/i;
const RELATION = /^(?:[\w-]+\s*=\s*)?([\w.${}-]*?)\s*(?:->|--[\w-]+->)\s*([\w.${}-]+)/;
/** `name = kind "label"`; the label may not be empty. */
const ELEMENT = /^([\w-]+)\s*=\s*(?!group\b)[a-z]\w*\s+(?!"")\S/i;

const DSL_COMMENT = /^(?:#|\/\/|\/\*.*\*\/$)/;

/** Parts of a workspace that declare no elements. */
const UNREAD: ReadonlySet<string> = new Set(['views', 'archetypes', 'configuration']);

const endOfDslText = (text: string): RegExp | null => {
  if (text.startsWith('/*')) return /\*\/$/;
  return text.split('"""').length === 2 ? /"""$/ : null;
};

/** Names are of any case, and the last part of `core.api` is the element's own. */
const nameOf = (end: string): string => end.toLowerCase().split('.').at(-1) ?? '';

/** A workspace in Structurizr DSL. Views only show what the model declares, and are not read. */
export const judgeWorkspace: Judge = (source) => {
  const lines = withoutTexts(source, DSL_COMMENT, endOfDslText);
  const foreign = lines.find(({ text }) => FOREIGN.test(text));
  if (foreign !== undefined) return unchecked(`line ${foreign.line}: "${foreign.text.slice(0, 40)}" is not supported`);
  if (!lines.some(({ text }) => /^workspace(?:\s|$)/i.test(text))) return invalid('it has no workspace');
  const declared = new Set<string>();
  const relations: Relation[] = [];
  /** For each open brace: the name of the element around it, or of the part of the workspace. */
  const open: string[] = [];
  for (const { line, text } of lines) {
    const bare = text.replaceAll(/"(?:[^"\\]|\\.)+"/g, '"_"');
    if (bare === '}') {
      if (open.pop() === undefined) return invalid(`line ${line}: a closing brace has no opening one`);
      continue;
    }
    const [, name] = ELEMENT.exec(bare) ?? [];
    if (!open.some((part) => UNREAD.has(part))) {
      const [, from, to = ''] = RELATION.exec(bare) ?? [];
      const around = open.findLast((each) => declared.has(each)) ?? '';
      const ends = [from, to].map((end = '') => (end === '' || end === 'this' ? around : nameOf(end)));
      if (from?.includes('${') === true || to.includes('${'))
        return unchecked(`line ${line}: a relation uses a constant`);
      if (from !== undefined) relations.push({ line, ends: [ends[0] ?? '', ends[1] ?? ''] });
      else if (name !== undefined) declared.add(nameOf(name));
    }
    if (bare.endsWith('{'))
      open.push(nameOf(name ?? /^!?(?:element|extend|ref)\s+(\S+)/i.exec(bare)?.[1] ?? bare.split(/\s/)[0] ?? ''));
  }
  return open.length > 0 ? invalid('a brace is not closed') : judgeRelations(declared, relations);
};

const PLANTUML_COMMENT = /^(?:'|\/'.*'\/$)/;
const PLANTUML_ELEMENT = /^(?:Person|System|Container|Component|Deployment_Node|Node|Boundary|Enterprise_Boundary)/;
const PLANTUML_RELATION = /^(?:Bi)?Rel(?:Index)?(?:_|$)/;

const endOfPlantumlText = (text: string): RegExp | null => {
  if (text.startsWith("/'")) return /'\/$/;
  const [, word] = /^(title|header|footer|legend|note)(?:\s[^:"]*)?$/i.exec(text) ?? [];
  return word === undefined || /^title\s/i.test(text) ? null : new RegExp(`^end ?${word}$`, 'i');
};

/** A C4 diagram in PlantUML: calls of the C4 library. Lines that decide how it looks are not read. */
export const judgeC4Plantuml: Judge = (source) => {
  const lines = withoutTexts(source, PLANTUML_COMMENT, endOfPlantumlText);
  if (!lines.some(({ text }) => libraryOf(text) !== null))
    return unchecked('only C4 diagrams are supported in PlantUML, and it does not include C4-PlantUML');
  const framed = lines.filter(({ text }) => /^@(?:start|end)\w+/.test(text));
  const isPaired = framed.every(({ text }, at) => text.startsWith('@start') === (at % 2 === 0));
  if (!isPaired || framed.length % 2 === 1 || (framed.length > 0 && lines.at(-1) !== framed.at(-1)))
    return invalid('it is not between @startuml and @enduml');
  const declared = new Set<string>();
  const relations: Relation[] = [];
  for (const { line, text } of lines) {
    if (/^!(?!include|theme|pragma)/i.test(text))
      return unchecked(`line ${line}: "${text.slice(0, 40)}" is not supported`);
    const call = readCall(text);
    if (call === null) continue;
    const { name, words, named } = call;
    if (PLANTUML_ELEMENT.test(name)) declared.add(named.get('alias') ?? words[0] ?? '');
    if (!PLANTUML_RELATION.test(name)) continue;
    const [from = '', to = ''] = words.slice(name.startsWith('RelIndex') ? 1 : 0);
    relations.push({ line, ends: [named.get('from') ?? from, named.get('to') ?? to] });
  }
  return judgeRelations(declared, relations);
};
