/**
 * The JSON Schema of `dualgate.yaml`, made from the very schema that reads it.
 *
 * @module
 */
import { z } from 'zod';
import { vocabularyOf } from '../../../gates/metrics.ts';
import { configSchema } from './config-schema.ts';
import { phaseSchemaWith } from './phase-schema.ts';

/** The few words of JSON Schema that ours are made of. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** What docs/reference/dualgate.schema.json holds: draft 7, which every YAML editor reads. */
export const createJsonSchema = (): JsonSchema => ({ title: 'dualgate.yaml', ...toJsonSchema(configSchema) });

/** The schema of one document in a file of phases. */
export const createPhaseJsonSchema = (): JsonSchema => toJsonSchema(phaseSchemaWith(vocabularyOf()));

// zod types its answer by every word of JSON Schema; ours is the part of it that we read.
const toJsonSchema = (schema: z.core.$ZodType): JsonSchema =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  z.toJSONSchema(schema, { io: 'input', target: 'draft-07' }) as JsonSchema;

/** The keys that a map at `path` may have; none where the schema knows no map. */
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
