/**
 * Whether a snapshot file differs only in the entries of tests that a criterion changes, and of new tests. An entry
 * without its test lets the runner compare with nothing, and a snapshot file is code: everything else must be as it
 * was.
 */

/** Its key and its value, as they are written. A value with code in it is no entry. */
const ENTRY = /^exports\[`((?:\\.|[^`\\])*)`\] = (`(?:\\.|[^`\\$]|\$(?!\{))*`);\n*/gm;

interface Snapshots {
  /** `null` for a file that is not there. */
  readonly before: string | null;
  readonly after: string | null;
  /** Full names, with ` > ` between groups: of the changed tests, of new ones, and of the other earlier ones. */
  readonly edited: readonly string[];
  readonly removed: readonly string[];
  readonly fresh: readonly string[];
  readonly others: readonly string[];
}

/** The text of before, with the entries of the edited tests as they are now; or why not: a sentence. */
export const judgeSnapshot = (snapshots: Snapshots): { readonly text: string } | { readonly why: string } => {
  const [before, after] = [readEntries(snapshots.before ?? ''), readEntries(snapshots.after ?? '')];
  const isOnlyOfEntries =
    snapshots.before === null
      ? /^(?:\/\/[^\n]*\n|\s)*$/.test(after.rest)
      : snapshots.after === null || before.rest === after.rest;
  if (!isOnlyOfEntries) return { why: 'more than recorded values changed' };
  const entries = new Map(before.entries);
  for (const key of new Set([...before.entries.keys(), ...after.entries.keys()])) {
    const value = after.entries.get(key);
    if (before.entries.get(key) === value) continue;
    const isOf = (names: readonly string[]): boolean => names.some((name) => isEntryOf(key, name));
    const isEdited = isOf(snapshots.edited);
    if (isOf(snapshots.others)) return { why: `the value "${key}" changed, too` };
    if (value === undefined && (isEdited || isOf(snapshots.removed))) entries.delete(key);
    else if (value !== undefined && isEdited) entries.set(key, value);
    else if (before.entries.has(key) || !isOf(snapshots.fresh)) return { why: `the value "${key}" changed, too` };
  }
  const written = [...entries].map(([key, value]) => `exports[\`${key}\`] = ${value};\n`);
  const { rest } = snapshots.before === null ? after : before;
  return { text: `${rest.trimEnd()}\n\n${written.join('\n')}` };
};

const readEntries = (text: string): { readonly rest: string; readonly entries: ReadonlyMap<string, string> } => {
  const entries = new Map<string, string>();
  const rest = text.replaceAll(ENTRY, (whole, key: string, value: string) => {
    // The runner takes the last of two.
    if (entries.has(key)) return whole;
    entries.set(key, value);
    return '';
  });
  return { rest, entries };
};

/** `name 1`, or `name: hint 1`. jest writes a blank between groups. */
const isEntryOf = (key: string, name: string): boolean => {
  const written = key.replaceAll(/\\(.)/g, '$1');
  return [name, name.replaceAll(' > ', ' ')].some(
    (each) => written.startsWith(each) && /^(?:: .*)? \d+$/s.test(written.slice(each.length)),
  );
};
