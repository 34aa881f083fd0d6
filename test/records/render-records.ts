/**
 * The records of docs/reference/records.md: every kind with its meaning, its events and its fields, made from the catalogue and
 * from the docstrings of the data.
 */
import { LEDGER_FORMAT } from '../../src/ledger/format.ts';
import { childOf, listOf, type SyntaxNode, textOf } from '../../src/base/text/syntax-tree.ts';
import { eventsOf, RECORDS } from '../../src/records/records.ts';
import { EVENTS_VERSION } from '../../src/records/run-events.ts';
import { LIST_TYPES } from '../../src/queue/list/list-record.ts';
import { ITEM_TYPES } from '../../src/queue/items/item-record.ts';
import { EVENTS } from '../cli/reference/event-schemas.ts';
import { asSentence, linkToEvent, meaningsOf } from '../cli/reference/render-events.ts';
import { docOf, fieldsOf, findType, type SourceType, wordsOf } from '../docs/source-types.ts';
import { SAMPLE_LEDGERS } from './sample-ledgers.ts';

const CATALOGUE = 'src/records/records.ts';
const LIST_CATALOGUE = 'src/queue/list/list-record.ts';
const ITEM_CATALOGUE = 'src/queue/items/item-record.ts';

/** Objects that another part of the reference describes. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  Turn: '[turn](#turn)',
  TurnUsage: '[usage](#usage)',
  Signal: '[signal](#signal)',
  Decision: '[decision](#decision)',
  Metrics: '[metrics](conditions.md#metrics)',
  Finding: '[finding](findings.md)',
};

interface Kind {
  readonly type: string;
  readonly meaning: string;
  /** The events that it emits, in the order of the reference. */
  readonly emits: readonly string[];
  readonly data: SourceType;
}

export const renderRecords = (): string => renderKinds(kindsOfRun());

export const renderListRecords = (): string => renderKinds(kindsOfList());

export const renderItemRecords = (): string => renderKinds(kindsOfItems());

/** The objects in records that have no other place, each once, in the order in which records name them. */
export const renderRecordParts = (): string => {
  const parts = new Map<string, SourceType>();
  for (const { data } of [...kindsOfRun(), ...kindsOfList(), ...kindsOfItems()]) collect(parts, data);
  // A part may name a further one: a Map goes through what is added meanwhile.
  for (const part of parts.values()) collect(parts, part);
  return [...parts]
    .map(([name, part]) => {
      const about = inMarkdown(docOf(part.node));
      return [`### ${name}`, ...(about === '' ? [] : [about]), ...renderFields(part)].join('\n\n');
    })
    .join('\n\n');
};

/** The format of the ledger, and the version of events. */
export const renderVersions = (): string =>
  `Records are written in format ${LEDGER_FORMAT}, events in version ${EVENTS_VERSION}.`;

const kindsOfRun = (): readonly Kind[] => {
  const types = new Map(
    listOf(child(child(findType('RECORDS', CATALOGUE).node, 'init'), 'expression'), 'properties').map((row) => [
      textOf(child(row, 'key'), 'value'),
      dataOf(textOf(child(row, 'value'), 'name')),
    ]),
  );
  return Object.entries(RECORDS).map(([type, { meaning }]) => {
    const data = types.get(type);
    if (data === undefined) throw new Error(`${CATALOGUE} has no row of ${type}`);
    return { type, meaning, emits: emittedBy(type), data };
  });
};

/** `D` of `const x: RecordKind<D>`. */
const dataOf = (constant: string): SourceType => {
  const { node, file } = findType(constant, CATALOGUE);
  const kind = child(child(child(node, 'id'), 'typeAnnotation'), 'typeAnnotation');
  const [data] = listOf(child(kind, 'typeParameters'), 'params');
  if (data === undefined) throw new Error(`${file} has no type of the data of ${constant}`);
  return { node: data, file };
};

const emittedBy = (type: string): readonly string[] => {
  const records = Object.values(SAMPLE_LEDGERS).flat();
  const events = records
    .filter((record) => record.type === type)
    .flatMap((each) => eventsOf(each.type, each.data as never));
  return Object.keys(EVENTS).filter((each) => events.some((event) => event.type === each));
};

const kindsOfList = (): readonly Kind[] => kindsOf('ListData', LIST_CATALOGUE, LIST_TYPES);

const kindsOfItems = (): readonly Kind[] => kindsOf('ItemData', ITEM_CATALOGUE, ITEM_TYPES);

const kindsOf = (name: string, file: string, types: Readonly<Record<string, string>>): readonly Kind[] =>
  listOf(child(findType(name, file).node, 'body'), 'body').map((member) => {
    const type = textOf(child(member, 'key'), 'value');
    const node = child(child(member, 'typeAnnotation'), 'typeAnnotation');
    const meaning = Object.entries(types).find(([each]) => each === type)?.[1] ?? '';
    return { type, meaning, emits: meaningsOf(type).size > 0 ? [type] : [], data: { node, file } };
  });

const renderKinds = (kinds: readonly Kind[]): string =>
  [
    '| record | meaning | emits |',
    '| --- | --- | --- |',
    ...kinds.map(
      ({ type, meaning, emits }) =>
        `| [\`${type}\`](#${type.replaceAll('.', '')}-record) | ${asSentence(meaning)} | ${emits.map(linkToEvent).join(', ')} |`,
    ),
    '',
    ...kinds.flatMap(({ type, meaning, emits, data }) => {
      const about = inMarkdown(aboutData(data));
      const sentence = asSentence(meaning);
      return [
        `### ${type} (record)`,
        '',
        about === '' ? sentence : `${sentence} ${about}`,
        '',
        ...renderFields(data, emits),
        '',
      ];
    }),
  ]
    .join('\n')
    .trimEnd();

/** The docstring of the type by which the data is declared. */
const aboutData = ({ node, file }: SourceType): string =>
  node.type === 'TSTypeReference' ? docOf(findType(textOf(child(node, 'typeName'), 'name'), file).node) : '';

const renderFields = (type: SourceType, emits: readonly string[] = []): readonly string[] => {
  const rows = rowsOf(type, emits, nameOf);
  return rows.length === 0
    ? []
    : [
        [
          '| field | type | meaning |',
          '| --- | --- | --- |',
          ...rows.map(([name, words, meaning]) => `| ${name} | ${words} | ${meaning} |`),
        ].join('\n'),
      ];
};

/** A field without a docstring has the meaning of the field of the same name in an event of the record. */
const rowsOf = (
  type: SourceType,
  emits: readonly string[],
  link: (name: string) => string,
): readonly (readonly [name: string, words: string, meaning: string])[] => {
  const ofEvents = emits.map(meaningsOf);
  return (fieldsOf(type) ?? []).map(({ name, isOptional, types, meaning }) => {
    const words = [...new Set(types.map((each) => wordsOf(each, link)))].join(' or ');
    const inEvent = ofEvents.map((meanings) => meanings.get(name)).find((each) => each !== undefined);
    const found = meaning === '' ? inEvent : asSentence(inMarkdown(meaning));
    if (found === undefined) throw new Error(`${type.file} does not say what ${name} means`);
    return [`\`${name}\`${isOptional ? ' (optional)' : ''}`, words, found];
  });
};

const nameOf = (name: string): string => ELSEWHERE[name] ?? `[${name}](#${name.toLowerCase()})`;

const collect = (parts: Map<string, SourceType>, type: SourceType): void => {
  for (const { types } of fieldsOf(type) ?? [])
    for (const each of types)
      wordsOf(each, (name, part) => {
        if (!Object.hasOwn(ELSEWHERE, name)) parts.set(name, part);
        return name;
      });
};

/** A docstring as the page prints it: with links to pages, without the numbers of rules. */
const inMarkdown = (doc: string): string =>
  doc
    .replaceAll(/ ?\(rules? [\d., ]+\)/g, '')
    .replaceAll(/`?docs\/reference\/([\w-]+\.md)`?/g, '[$1]($1)')
    .replaceAll('|', '\\|');

const child = (node: SyntaxNode, name: string): SyntaxNode => {
  const found = childOf(node, name);
  if (found === null) throw new Error(`A ${node.type} without ${name}`);
  return found;
};
