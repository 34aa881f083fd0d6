/**
 * Which new settings of a tsconfig.json give an agent no more than its own tests do: aliases that can be the name of no
 * package, for files of the project, and options of ts-node that load nothing.
 *
 * @module
 */
import { z } from 'zod';
import { parseJson } from '../../text/parse-json.ts';
import { checkSettings, type SetUp } from './plain-settings.ts';

const settings = z.strictObject({
  paths: z
    .record(
      z.string().regex(/^(?:[@~]\/|#[\w-]+(?:\/|$))/),
      z.array(z.string().regex(/^\.\/(?!.*(?:\.\.|node_modules))/)),
    )
    .optional(),
  'ts-node': z
    .strictObject({ esm: z.boolean(), files: z.boolean(), swc: z.boolean(), transpileOnly: z.boolean() })
    .partial()
    .optional(),
});

const REASONS = {
  base: 'takes settings from another file of the project',
  baseUrl: 'may give the name of a package to a file of the project',
  rootDirs: 'lays folders over each other',
  paths:
    'may be the name of a package, or lead out of the project (names like @/*, ~/* and #name/* for ./files may stay)',
  'ts-node': 'may load code before the tests',
};

/** @param text - as frozen: the options that resolve names, as JSON */
export const isPlainResolution = (text: string): SetUp =>
  checkSettings(settings, parseJson(text), {
    reasons: REASONS,
    nameKey: (key) => (key === 'base' ? 'extends' : key.startsWith('ts-node') ? key : `compilerOptions.${key}`),
  });
