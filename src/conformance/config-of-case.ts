/**
 * The config that a case is decided under: that of its preset, or the phases of spec 001.
 *
 * @module
 */
import { type Config, parseConfig } from '../read-config/parse-config.ts';
import { NATIVE } from '../systems/dialects.ts';
import type { ConfigPresetName } from '../systems/systems.ts';

/** The required keys of a config that no case depends on. */
const REST = [
  'work: { spec: spec.md }',
  'agent: { command: agent }',
  'tests: { command: npx vitest run }',
  'mutation_check: false',
];

const read = new Map<ConfigPresetName, Config>();

/** @param preset - the native system where a case names none */
export const configOfCase = (preset: ConfigPresetName = NATIVE): Config => {
  const known = read.get(preset) ?? parseConfig([`preset: ${preset}`, ...REST].join('\n'), { path: 'case', readFile });
  read.set(preset, known);
  return known;
};

const readFile = (path: string): never => {
  throw new RangeError(`a preset cannot name a file (got ${path})`);
};
