/**
 * Which new configs of mocha, and which additions to existing ones, give an agent no more than its own tests do: data, without options of Node. Code in a
 * config, and what Node preloads, would run before our reporter.
 *
 * @module
 */
import { parse } from 'yaml';
import { parseJson } from '../../text/parse-json.ts';
import { extendJson, extendLists, PLACE, settingsOf } from '../extend-lists.ts';
import type { Extension } from '../runner-facts.ts';

/** mocha requires what its config names after our reporter, in the process of the tests. */
const KEYS = new Set('color colors extension file ignore recursive require slow spec timeout ui'.split(' '));

const isPlain = (config: unknown): boolean =>
  typeof config === 'object' && config !== null && Object.keys(config).every((key) => KEYS.has(key));

export const isPlainMochaJson = (text: string): boolean => isPlain(parseJson(text));

/** A directive would change how the rest is read. */
export const isPlainMochaYaml = (text: string): boolean => !/^%/m.test(text) && isPlain(parseYaml(text));

const parseYaml = (text: string): unknown => {
  try {
    return parse(text);
  } catch {
    return null;
  }
};

export const extendMochaJson = extendJson('spec');

/** Anchors, tags, directives and merged keys are not read the same by every parser. */
const STRANGE = /^%|<<|[&!]/m;

export const extendMochaYaml = (before: string, after: string): Extension => {
  const read = (text: string) => (STRANGE.test(text) ? null : settingsOf(parseYaml(text)));
  return extendLists(read(before), read(after), { spec: PLACE });
};
