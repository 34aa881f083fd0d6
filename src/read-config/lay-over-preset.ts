/**
 * A config on top of its preset: what it says itself stands, and only what it leaves out is the preset's. Maps are put
 * together key by key; a list or a word stands whole. The floor is in neither, and neither takes anything from it.
 *
 * @module
 */
import type { YamlDocument } from '../config/yaml/read-yaml.ts';
import { readYaml } from '../config/yaml/read-yaml.ts';
import { CONFIG_PRESETS, isPresetName } from '../systems/systems.ts';

type Path = readonly PropertyKey[];

/** The document with what its `preset` says; itself where it names none that there is. */
export const layOverPreset = (document: YamlDocument): YamlDocument => {
  const name = valueAt(document.value, ['preset']);
  if (!isPresetName(name)) return document;
  const [preset] = readYaml(CONFIG_PRESETS[name], `preset ${name}`).documents;
  if (preset === undefined) return document;
  /** What the config does not hold itself stands where it names its preset. */
  const own = (path: Path): Path =>
    valueAt(document.value, path) === undefined && valueAt(preset.value, path) !== undefined ? ['preset'] : path;
  return {
    value: layOver(preset.value, document.value),
    placeOf: (path) => document.placeOf(own(path)),
    placeOfKey: (path) => document.placeOfKey(own(path)),
    placeWithin: (path, within) => {
      const where = own(path);
      return where === path ? document.placeWithin(path, within) : document.placeOf(where);
    },
  };
};

const layOver = (under: unknown, over: unknown): unknown => {
  if (!isMap(under) || !isMap(over)) return over === undefined ? under : over;
  const keys = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, layOver(under[key], over[key])]));
};

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (held, step) =>
      typeof held === 'object' && held !== null && Object.hasOwn(held, step) ? Reflect.get(held, step) : undefined,
    value,
  );
