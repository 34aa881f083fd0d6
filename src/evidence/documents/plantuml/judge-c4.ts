/**
 * Is a diagram in PlantUML a C4 diagram that says something: declared elements and relations between them? The grammar
 * of PlantUML itself needs Java; so what is no call of C4-PlantUML, and no line that only decides how it looks, is not
 * understood, and `unchecked`.
 *
 * @module
 */
import type { SourceLine } from '../expand-includes.ts';
import { type Call, readCall } from './read-call.ts';
import { libraryOf } from './split-diagrams.ts';

interface C4Refusal {
  readonly verdict: 'invalid' | 'unchecked';
  readonly reason: string;
}

/** Lines of PlantUML that declare nothing. */
const LOOKS =
  /^(?:(?:title|caption|header|footer|mainframe|scale|hide|show|skinparam|note)\s.*|(?:left to right|top to bottom) direction|!theme\s.*|!pragma\s.*|!include\s+<.*)$/i;
/** Lines that start a text of several lines, and the keyword that ends it. */
const TEXTS = /^(?:(title|header|footer|legend)(?:\s+(?:left|right|top|bottom|center))*|(note)\s[^:"]*)$/i;

/** The end of the irrelevant lines after this one; null when the next one is relevant. */
const endOf = (text: string): RegExp | null => {
  if (/^skinparam\s.*\{$/i.test(text)) return /^\}$/;
  const [, word, note] = TEXTS.exec(text) ?? [];
  const opened = word ?? note;
  return opened === undefined ? null : new RegExp(`^end ?${opened}$`, 'i');
};

interface Reading {
  readonly libraries: Set<string>;
  readonly aliases: Set<string>;
  readonly relations: { readonly line: number; readonly ends: readonly string[] }[];
  /** Line of each brace that is open. */
  readonly open: number[];
}

/** Null when it is valid. */
export const judgeC4 = (source: readonly SourceLine[]): C4Refusal | null => {
  const lines = withoutComments(source);
  if (!lines.some(({ text }) => isLibrary(libraryOf(text) ?? ''))) {
    return {
      verdict: 'unchecked',
      reason: 'only C4 diagrams are supported in PlantUML, and it does not include C4-PlantUML',
    };
  }
  const ends = lines.filter(({ text }) => /^@end\w+/.test(text));
  const starts = lines.filter(({ text }) => /^@start\w+/.test(text));
  if (starts.length !== ends.length || (starts.length === 1 && lines.at(-1) !== ends[0])) {
    return { verdict: 'invalid', reason: 'it is not between @startuml and @enduml' };
  }
  const reading: Reading = { libraries: new Set(), aliases: new Set(), relations: [], open: [] };
  for (let at = 0; at < lines.length; at += 1) {
    const { line, text } = lines[at] ?? { line: 0, text: '' };
    const closing = endOf(text);
    if (closing !== null) {
      const opened = at;
      do at += 1;
      while (at < lines.length && !closing.test(lines[at]?.text ?? ''));
      if (at === lines.length)
        return { verdict: 'invalid', reason: `line ${line}: "${lines[opened]?.text.slice(0, 40)}" has no end` };
      continue;
    }
    const refusal = readLine(reading, text, line);
    if (refusal !== null) return refusal;
  }
  return judgeReading(reading);
};

const judgeReading = ({ open, aliases, relations }: Reading): C4Refusal | null => {
  const invalid = (reason: string): C4Refusal => ({ verdict: 'invalid', reason });
  if (open.length > 0) return invalid(`line ${open.at(-1)}: a brace is not closed`);
  for (const { line, ends } of relations) {
    const stranger = ends.find((end) => !aliases.has(end));
    if (stranger !== undefined) return invalid(`line ${line}: a relation uses "${stranger}", which is not declared`);
  }
  return relations.some(({ ends: [from, to] }) => from !== to)
    ? null
    : invalid('it has no relation between two different elements');
};

const readLine = (reading: Reading, text: string, line: number): C4Refusal | null => {
  const { libraries, open } = reading;
  if (text === '{' || /^together\s*\{$/.test(text)) {
    open.push(line);
    return null;
  }
  if (text === '}') {
    return open.pop() === undefined
      ? { verdict: 'invalid', reason: `line ${line}: a closing brace has no opening one` }
      : null;
  }
  if (/^@(?:start|end)uml\b/.test(text)) return null;
  const library = libraryOf(text);
  if (library !== null && isLibrary(library)) {
    libraries.add(library);
    return null;
  }
  if (LOOKS.test(text)) return null;
  const call = readCall(text);
  const kind = call === null ? null : kindOfCall(call.name, libraries);
  if (call === null || kind === null) {
    return { verdict: 'unchecked', reason: `line ${line}: "${text.slice(0, 40)}" is not supported` };
  }
  if (call.opens) open.push(line);
  if (kind === 'looks') return null;
  return kind === 'element' || kind === 'boundary'
    ? declare(reading, call, line)
    : relate(reading, call, line, kind === 'relation' ? 0 : 1);
};

const declare = ({ aliases }: Reading, { name, words, named }: Call, line: number): C4Refusal | null => {
  const alias = named.get('alias') ?? words[0] ?? '';
  const label = named.get('label') ?? words[1];
  if (alias === '' || label === undefined) {
    return { verdict: 'invalid', reason: `line ${line}: ${name} needs an alias and a label` };
  }
  aliases.add(alias);
  return null;
};

const relate = (reading: Reading, { name, words, named }: Call, line: number, first: number): C4Refusal | null => {
  const [from = '', to = '', label] = words.slice(first);
  const ends = [named.get('from') ?? from, named.get('to') ?? to];
  if (ends.includes('') || (named.get('label') ?? label) === undefined) {
    return { verdict: 'invalid', reason: `line ${line}: ${name} needs two aliases and a label` };
  }
  reading.relations.push({ line, ends });
  return null;
};

/** Trimmed, without `' …` and `/' … '/`, and without empty lines. */
const withoutComments = (source: readonly SourceLine[]): readonly SourceLine[] => {
  const kept: SourceLine[] = [];
  let inComment = false;
  for (const { line, text: raw } of source) {
    const text = raw.trim();
    if (inComment || text.startsWith("/'")) {
      inComment = !text.includes("'/", inComment ? 0 : 2);
      continue;
    }
    if (text !== '' && !text.startsWith("'")) kept.push({ line, text });
  }
  return kept;
};

type CallKind = 'element' | 'boundary' | 'relation' | 'indexed relation' | 'looks';

type Level = 'context' | 'container' | 'component' | 'deployment';

/** Each library brings in those below it. */
const LIBRARIES: ReadonlyMap<string, readonly Level[]> = new Map<string, readonly Level[]>([
  ['c4_context', ['context']],
  ['c4_container', ['context', 'container']],
  ['c4_component', ['context', 'container', 'component']],
  ['c4_deployment', ['context', 'container', 'deployment']],
  ['c4_dynamic', ['context', 'container', 'component']],
  ['c4_sequence', ['context', 'container', 'component']],
]);

const WORDS: readonly (readonly [pattern: RegExp, kind: CallKind, level: Level])[] = [
  [/^(?:Person|System(?:Db|Queue)?)(?:_Ext)?$/, 'element', 'context'],
  [/^(?:Enterprise_|System_)?Boundary$/, 'boundary', 'context'],
  [/^Container(?:Db|Queue)?(?:_Ext)?$/, 'element', 'container'],
  [/^Container_Boundary$/, 'boundary', 'container'],
  [/^Component(?:Db|Queue)?(?:_Ext)?$/, 'element', 'component'],
  [/^(?:Deployment_)?Node(?:_[LR])?$/, 'boundary', 'deployment'],
  [/^(?:Bi)?Rel(?:_(?:Back|Neighbor|Back_Neighbor|D|Down|U|Up|L|Left|R|Right))?$/, 'relation', 'context'],
  [/^(?:Bi)?RelIndex(?:_(?:Back|Neighbor|Back_Neighbor|D|Down|U|Up|L|Left|R|Right))?$/, 'indexed relation', 'context'],
  [/^(?:LAYOUT|SHOW|HIDE|SET|UPDATE)_[A-Z_]+$/, 'looks', 'context'],
  [/^(?:Add|Update)[A-Z]\w*$/, 'looks', 'context'],
  [
    /^(?:SetPropertyHeader|WithoutPropertyHeader|SetDefaultLegendEntries|Boundary_End|increment|setIndex)$/,
    'looks',
    'context',
  ],
  [/^Lay_(?:D|Down|U|Up|L|Left|R|Right|Distance)$/, 'looks', 'context'],
];

/** The kind of a call, if one of the libraries has it; null when none does. @param libraries as they are included */
const kindOfCall = (name: string, libraries: ReadonlySet<string>): CallKind | null => {
  const levels = new Set([...libraries].flatMap((library) => LIBRARIES.get(library.toLowerCase()) ?? []));
  return WORDS.find(([pattern, , level]) => pattern.test(name) && levels.has(level))?.[1] ?? null;
};

const isLibrary = (name: string): boolean => LIBRARIES.has(name.toLowerCase());
