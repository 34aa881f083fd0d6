/**
 * One line of a file of cases: a case, or what is wrong with the line.
 *
 * @module
 */
import { NATIVE } from '../systems/dialects.ts';
import { caseSchema, type ConformanceCase } from './case-schema.ts';
import { configOfCase } from './config-of-case.ts';
import { unknownMetrics } from './measure-case.ts';
import { describeCause } from '../text/describe-cause.ts';

/** `unknown`: keys that nothing asks for, which are passed over and said. */
type CaseRead = { readonly asked: ConformanceCase; readonly unknown: readonly string[] } | { readonly problem: string };

/** Keys of a case, and of its context, that this version reads. */
const CONTEXT_KEYS = new Set([
  'iteration',
  'max_iterations',
  'nonce',
  'agent_exit_code',
  'timed_out',
  'stderr',
  'operator',
  'progress',
  'config',
  'repeat_before',
]);

/** Reads a line that is not blank. */
export const readCase = (line: string): CaseRead => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { problem: `is not JSON (${describeCause(error)})` };
  }
  const twice = findDoubleKey(line);
  if (twice !== null) return { problem: `the key ${JSON.stringify(twice)} appears twice in one object` };
  const { data, error } = caseSchema.safeParse(value);
  if (data === undefined) {
    const [issue] = error.issues;
    const where = issue === undefined || issue.path.length === 0 ? 'a case' : issue.path.join('.');
    return { problem: `${where}: ${issue?.message ?? 'is not one'}` };
  }
  const phases = configOfCase(data.preset).phases.map(({ phase }) => phase);
  if (!phases.includes(data.phase))
    return { problem: `phase: the preset ${data.preset ?? NATIVE} has ${phases.join(' and ')} (got ${data.phase})` };
  return {
    asked: data,
    unknown: [
      ...unknownMetrics(data).map((name) => `metrics.${name}`),
      ...Object.keys(data.context)
        .filter((name) => !CONTEXT_KEYS.has(name))
        .map((name) => `context.${name}`),
    ],
  };
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Its name, at whatever depth and however it is spelt; null when there is none. @param json - a text that `JSON.parse` reads */
const findDoubleKey = (json: string): string | null => {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '{') open.push(new Set());
    else if (char === '[') open.push(null);
    else if (char === '}' || char === ']') open.pop();
    else if (char === '"') {
      const end = endOfString(json, at);
      const keys = open.at(-1);
      if (keys != null && isFollowedByColon(json, end)) {
        const key = String(JSON.parse(json.slice(at, end)));
        if (keys.has(key)) return key;
        keys.add(key);
      }
      at = end - 1;
    }
  }
  return null;
};

/** The end of the string that starts at `start`, or of the whole text when it never ends. */
const endOfString = (json: string, start: number): number => {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
};

/** A value is followed by a comma or a bracket. */
const isFollowedByColon = (json: string, from: number): boolean => {
  let at = from;
  while (/\s/.test(json[at] ?? '')) at += 1;
  return json[at] === ':';
};
