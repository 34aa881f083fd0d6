/**
 * The tasks that a Markdown spec names as `after` in its front matter: they have to be done before it. Pure.
 *
 * @module
 */
import { parse } from 'yaml';
import { isPlainObject } from '../../ledger/json.ts';

type After = { readonly after: readonly string[] } | { readonly problem: string };

const NONE: After = { after: [] };

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|(?<=\n))(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** None for a spec without front matter, or with one that is no YAML: another program may have its own words there. */
export const readAfter = (spec: string): After => {
  const [, text = ''] = FRONT_MATTER.exec(spec) ?? [];
  if (!/^after\s*:/m.test(text)) return NONE;
  let found: unknown;
  try {
    found = parse(text);
  } catch {
    return { problem: 'its front matter is not valid YAML, so `after` cannot be read' };
  }
  const { after } = isPlainObject(found) ? found : {};
  const names: unknown = typeof after === 'string' ? [after] : (after ?? []);
  return Array.isArray(names) && names.every((name): name is string => typeof name === 'string' && name !== '')
    ? { after: names }
    : { problem: '`after` in its front matter must be a spec, a name, or a list of them' };
};
