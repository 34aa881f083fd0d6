/**
 * Holds docs/reference/dualgate.schema.json and the table of docs/reference/config.md equal to the schema that reads configs.
 * `UPDATE=1 npx vitest run test/project/config/reference.test.ts` writes them anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  createJsonSchema,
  createPhaseJsonSchema,
  type JsonSchema,
} from '../../../src/project/config/schema/json-schema.ts';
import { parse } from './a-config.ts';

const reference = (name: string): string => new URL(`../../../docs/reference/${name}`, import.meta.url).pathname;
const UPDATE = process.env['UPDATE'] === '1';

interface Row {
  readonly key: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

const rowsOf = (schema: JsonSchema, prefix = ''): readonly Row[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, inner]): readonly Row[] => {
    const required = Array.isArray(schema['required']) && schema['required'].includes(name);
    const key = `${prefix}${name}`;
    const { items } = [inner, ...(inner.anyOf ?? [])].find((choice) => choice.items?.anyOf !== undefined) ?? {};
    const ofItems = items?.anyOf?.find(({ properties }) => properties !== undefined);
    const ofChoices = inner.anyOf?.find(({ properties }) => properties !== undefined);
    const row = { key, schema: inner, required };
    const ofMap = rowsOf(ofChoices ?? inner, `${key}.`);
    return [row].concat(ofMap, rowsOfNames(inner, key), ofItems === undefined ? [] : rowsOf(ofItems, `${key}[].`));
  });

/** Rows of a map whose keys are names that the user chooses. */
const rowsOfNames = (schema: JsonSchema, key: string): readonly Row[] => {
  const named = schema['additionalProperties'] as JsonSchema | false | undefined;
  if (named === undefined || named === false || key.includes('NAME')) return [];
  const row = { key: `${key}.NAME`, schema: named, required: false };
  return [...(named['description'] === undefined ? [] : [row]), ...rowsOf(named, `${key}.NAME.`)];
};

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

const defaultOf = ({ schema, required }: Row): string => {
  if (required) return '**required**';
  return schema['default'] === undefined || schema.properties !== undefined ? '' : code(schema['default']);
};

const exampleOf = ({ schema }: Row): string => {
  const examples = [schema, ...(schema.anyOf ?? [])].flatMap((choice) => choice['examples'] ?? []);
  if (examples.length > 0) return code(examples[0]);
  return Array.isArray(schema['enum']) ? schema['enum'].map(code).join(', ') : '';
};

const renderTable = (rows: readonly Row[]): string =>
  [
    '| key | default | meaning | values or example |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      (row) => `| ${code(row.key)} | ${defaultOf(row)} | ${String(row.schema['description'])} | ${exampleOf(row)} |`,
    ),
  ].join('\n');

const fill = (page: string, table: string): string =>
  page.replace(/<!-- keys -->[\s\S]*?<!-- \/keys -->/, () => `<!-- keys -->\n${table}\n<!-- /keys -->`);

describe('the published JSON Schema', () => {
  it('is made from the very schema that reads configs', () => {
    const generated = `${JSON.stringify(createJsonSchema(), null, 2)}\n`;
    if (UPDATE) writeFileSync(reference('dualgate.schema.json'), generated);
    expect(readFileSync(reference('dualgate.schema.json'), 'utf8')).toBe(generated);
  });

  it('describes every key', () => {
    const silent = rowsOf(createJsonSchema()).filter(({ schema }) => typeof schema['description'] !== 'string');
    expect(silent.map(({ key }) => key)).toEqual([]);
  });

  it('lets no map have other keys', () => {
    const maps = [
      createJsonSchema(),
      createPhaseJsonSchema(),
      ...rowsOf(createJsonSchema()).map(({ schema }) => schema),
    ];
    const open = maps.filter((schema) => schema.properties !== undefined && schema['additionalProperties'] !== false);
    // Names of checks are the user's, and each is a check.
    expect(open).toEqual([
      expect.objectContaining({ additionalProperties: expect.objectContaining({ anyOf: expect.anything() }) }),
    ]);
  });
});

describe('docs/reference/config.md', () => {
  const page = readFileSync(reference('config.md'), 'utf8');

  it('lists every key with its default and meaning', () => {
    const filled = fill(page, renderTable(rowsOf(createJsonSchema())));
    if (UPDATE) writeFileSync(reference('config.md'), filled);
    expect(readFileSync(reference('config.md'), 'utf8')).toBe(filled);
    expect(filled.includes('| `work` | **required** |')).toBe(true);
  });

  it('shows examples that parse', () => {
    const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(parse(example).version).toBe(1);
  });
});
