/**
 * Which new configs of mocha give an agent no more than its own tests do: data, without options of Node. Code in a
 * config, and what Node preloads, would run before our reporter.
 *
 * @module
 */
import { parse } from 'yaml';
import { parseJson } from '../../text/parse-json.ts';

/** mocha requires what its config names after our reporter, in the process of the tests. */
const KEYS = new Set('color colors extension file ignore recursive require slow spec timeout ui'.split(' '));

const isPlain = (config: unknown): boolean =>
  typeof config === 'object' && config !== null && Object.keys(config).every((key) => KEYS.has(key));

export const isPlainMochaJson = (text: string): boolean => isPlain(parseJson(text));

export const isPlainMochaYaml = (text: string): boolean => {
  try {
    // A directive would change how the rest is read.
    return !/^%/m.test(text) && isPlain(parse(text));
  } catch {
    return false;
  }
};
