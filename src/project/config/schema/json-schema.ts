/** The JSON Schema of `dualgate.yaml`, generated from the schema that reads it. */
import { z } from 'zod';
import { vocabularyOf } from '../../../../gates/metrics.ts';
import { configSchemaWith } from './config-schema.ts';
import { phaseSchemaWith } from './phase-schema.ts';

/** The keywords of JSON Schema that our schemas use. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** Content of docs/reference/dualgate.schema.json: draft 7, which every YAML editor reads. */
export const createJsonSchema = (): JsonSchema => ({
  title: 'dualgate.yaml',
  ...toJsonSchema(configSchemaWith(vocabularyOf())),
});

/** The schema of one document in a phase file. */
export const createPhaseJsonSchema = (): JsonSchema => toJsonSchema(phaseSchemaWith(vocabularyOf()));

// zod's type covers all of JSON Schema; this is the part that we read.
export const toJsonSchema = (schema: z.core.$ZodType): JsonSchema =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  z.toJSONSchema(schema, { io: 'input', target: 'draft-07' }) as JsonSchema;

/** The allowed keys of the map at `path`; none if the schema knows no map there. */
export const keysAt = (schema: JsonSchema, path: readonly PropertyKey[]): readonly string[] => {
  const [step, ...rest] = path;
  const choices = schema.anyOf ?? [schema];
  if (step === undefined) return choices.flatMap(({ properties }) => Object.keys(properties ?? {}));
  const next = choices
    .map((choice) => (typeof step === 'number' ? choice.items : ownProperty(choice, String(step))))
    .filter((choice) => choice !== undefined);
  return next.flatMap((choice) => keysAt(choice, rest));
};

const ownProperty = ({ properties }: JsonSchema, name: string): JsonSchema | undefined =>
  properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
