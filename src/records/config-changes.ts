/** The difference between the config of a run and another one, key by key, and the sentence about it. */
import type { Config } from '../project/config/config.ts';
import { createRedactData } from '../base/redact-text.ts';
import { type ConfigChange, renderConfigChanges } from './config-change.ts';
import { describeConfig } from './hash-config.ts';

/** @param recorded - the config in a record */
export const findConfigChanges = (recorded: unknown, config: Config): readonly ConfigChange[] => {
  const [was, is] = [flatten(recorded), flatten(describeConfig(config))];
  const redact = createRedactData(config, process.env);
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((key) => was.get(key) !== is.get(key))
    .map((key) => redact({ key, from: showValue(key, was), to: showValue(key, is) }));
};

/** Ways out for a run that began under another config. @param recorded - that which rules the run; null where none was read */
export const describeChangedConfig = (recorded: unknown, config: Config): string => {
  const changes = recorded === null ? [] : findConfigChanges(recorded, config);
  const shown = changes.length === 0 ? '' : ` Changed: ${renderConfigChanges(changes)}.`;
  return `the config changed since it started, or another version of dualgate started it.${shown} Restore ${config.path ?? 'it'}, accept the change with dualgate resume --accept-config -m "why", or start a new run with dualgate run --new.`;
};

const MAX_VALUE = 80;

const SECRET = /^(?:review\.)?agent\.env\./;

const showValue = (key: string, values: ReadonlyMap<string, string>): string | null => {
  const value = values.get(key);
  if (value === undefined) return null;
  if (SECRET.test(key)) return '(hidden)';
  return value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value;
};

/** Leaves by their place; items of a list by their name, if they have one. */
const flatten = (value: unknown): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const walk = (at: string, each: unknown): void => {
    if (typeof each !== 'object' || each === null || Object.keys(each).length === 0 || isPlainList(each)) {
      found.set(at, JSON.stringify(each));
      return;
    }
    for (const [key, item] of Object.entries(each))
      walk(Array.isArray(each) ? `${at}[${nameOf(item) ?? key}]` : at === '' ? key : `${at}.${key}`, item);
  };
  walk('', JSON.parse(JSON.stringify(value ?? {})));
  return found;
};

const isPlainList = (value: object): boolean =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);

const nameOf = (item: unknown): string | null => {
  if (typeof item !== 'object' || item === null) return null;
  for (const key of ['phase', 'name'])
    if (Object.hasOwn(item, key)) {
      const name: unknown = Reflect.get(item, key);
      if (typeof name === 'string') return name;
    }
  return null;
};
