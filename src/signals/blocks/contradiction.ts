/** A yes that contradicts itself is a no (rule 3.9): a value that cannot be read counts against the signal. */
import type { Signal } from '../../../gates/iteration.ts';
import { parseNestedField, readScalar, type BlockField, type SignalBinding } from './block-fields.ts';

export const contradictsItself = (
  fields: readonly BlockField[],
  status: Signal['status'],
  binding: SignalBinding,
): boolean =>
  (status !== null && status !== 'COMPLETE') ||
  readList(fields, 'REMAINING_WORK').length > 0 ||
  readList(fields, 'BLOCKERS').length > 0 ||
  !fitsPhase(fields, binding) ||
  (binding.tests === 'must_fail' ? seesPassing(fields, binding.existingTests ?? 0) : seesFailing(fields));

/** A TESTS_STATUS of the other kind contradicts; tests that were not run or are unknown are left to gate 1. */
const fitsPhase = (fields: readonly BlockField[], { tests, existingTests = 0 }: SignalBinding): boolean =>
  fields
    .filter(({ name, value }) => name === 'TESTS_STATUS' && !saysNone(value))
    .every(({ value }) => NO_RESULT.test(value) || fits(value, tests === 'must_fail', existingTests));

/** `12 passing, 0 failing`, `12/12 passing`, `ALL PASS`, `FAILING`: each part is read, and a part that is not is none. */
const fits = (value: string, mustFail: boolean, existingTests: number): boolean => {
  if (value.length > MAX_LENGTH) return false;
  const parts = partsOf(value).map((part) => RESULT.exec(part)?.groups);
  const counts = { pass: 0, fail: 0, skip: 0 };
  for (const part of parts) {
    const kind = KINDS.find((each) => part?.['kind']?.toLowerCase().startsWith(each));
    if (part === undefined || kind === undefined) return false;
    const { count, of = count, none } = part;
    if (count !== of) return false;
    if (none === undefined) counts[kind] += count === undefined ? Number.POSITIVE_INFINITY : Number(count);
  }
  // A word without a number speaks of all tests, or in RED of the new ones.
  return mustFail ? counts.fail > 0 && counts.pass <= existingTests : counts.pass > 0 && counts.fail === 0;
};

/** `✅ PASSING - 2 passed, 0 failed (2/2)`: a mark and a whole share say nothing more, and neither does that it is as expected. */
const partsOf = (value: string): readonly string[] => {
  const parts = value
    .replaceAll(MARKS, ' ')
    .replaceAll(/[()[\]]/g, ',')
    .split(/[,;|]|:\s|\s[-–—]\s|\s+and\s+/i)
    .map((part) => part.trim().replace(/\.$/, ''))
    .filter((part) => part !== '' && !EXPECTED.test(part));
  return parts.filter((part) => {
    const [, some, all] = /^(\d+)\s*(?:\/|of)\s*(\d+)$/.exec(part) ?? [];
    return some === undefined || some !== all || parts.length === 1;
  });
};

const MARKS = /[✅✔✓☑🟢🟩❌✗✘🔴🟥]\uFE0F?/gu;
const EXPECTED = /^(?:as )?expected$/i;

const KINDS = ['pass', 'fail', 'skip'] as const;
const RESULT =
  /^(?:(?<none>no|zero)\s+|all\s+)?(?:new\s+)?(?:(?<count>\d+)(?:\s*(?:\/|of)\s*(?<of>\d+))?\s+)?(?:tests?\s+)?(?:are\s+)?(?<kind>pass(?:es|ed|ing)?|fail(?:s|ed|ing|ures?)?|skip(?:s|ped)?)(?:\s+tests?)?$/i;
const NO_RESULT = /^(?:skip(?:ped)?|not[ _]run|unknown)$/i;

/** The items of a list field, on its line or below it, without `none`. */
export const readList = (fields: readonly BlockField[], key: string): readonly string[] =>
  fields
    .filter(({ name }) => name === key)
    .flatMap(({ value, below }) => [value, ...below])
    .map((item) => readScalar(item))
    .filter((item) => !saysNone(item));

// Gate 1 excludes tests by name that were already skipped at the start of the run, so skipped tests are no contradiction here.
const seesFailing = (fields: readonly BlockField[]): boolean => {
  const failing = readCounts(fields, 'FAILING');
  const passing = readCounts(fields, 'PASSING');
  const total = Math.max(0, ...readCounts(fields, 'TOTAL'));
  const skipped = Math.max(0, ...readCounts(fields, 'SKIPPED').filter(Number.isFinite));
  return failing.some((count) => count > 0) || passing.some((count) => count === 0 || count + skipped < total);
};

const seesPassing = (fields: readonly BlockField[], existingTests: number): boolean =>
  readCounts(fields, 'PASSING').some((count) => count > existingTests) ||
  readCounts(fields, 'FAILING').some((count) => count === 0);

/** The agent's own numbers, in `TESTS:` or as `TESTS_FAILING`; what is neither a number nor `none` is infinitely many. */
const readCounts = (fields: readonly BlockField[], wanted: string): readonly number[] =>
  fields
    .filter(({ name }) => name.startsWith('TESTS'))
    .flatMap(({ name, value, below }) => {
      if (name === `TESTS_${wanted}`) return [value];
      if (name !== 'TESTS') return [];
      return below.flatMap((line) => {
        const nested = parseNestedField(line);
        return nested?.name === wanted ? [nested.value] : [];
      });
    })
    .map(readCount);

const readCount = (value: string): number => {
  if (saysNone(value)) return 0;
  const [digits] = /^\d+/.exec(value) ?? [];
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits);
};

/** A longer value is no `none` and no count, whatever it begins with. */
const MAX_LENGTH = 300;

/** Matches neither `none except the parser` nor `none of it is done`. */
const NONE =
  /^(?:-|0|n\/?a|(?:none|nothing|nil|no (?:(?:remaining|further|more|open) )?(?:work|items|tasks|blockers|issues)|(?:0|zero) (?:items|tasks|blockers|issues))(?: (?:left|remaining|remains|open|to do|left to do))?)?$/i;

const SEPARATOR = /[,;:.!(–—]|[ \t]-+[ \t]/;

const DONE =
  /\b(?:done|completed?|finished|pass(?:es|ed|ing)?|met|implemented|ready|green|covered|addressed|satisfied|fulfilled|resolved|verified|written|in place|moving on|all\b.*\bfail(?:s|ing)?)\b/i;

const BUT =
  /\b(?:except\w*|exclud\w*|but|besides|apart|aside|others?|else|rest|save|beyond|only|just|still|yet|todos?|tbd|wip|to do|to go|follow\w*|next(?! phase)|remain\w*|left|pending|missing|outstanding|open|need\w*|must|should|requir\w*|block\w*|wait\w*|await\w*|defer\w*|postponed|skip\w*|until|unless|once|if|when|assuming|after|later|will|not|cannot|without|broken|incomplete|unfinished|partial\w*|partly|almost|nearly|most(?:ly)?|some|few|several|minor|half|however|although|though)\b|n[’']t\b/i;

/** Negations of such words, which express none: `nothing is left`, `no open tasks`. */
const DENIED =
  /\b(?:(?:nothing|no(?: \w+)?|0|zero) (?:(?:is|are|was|were) )?(?:left(?: to do)?|remain(?:s|ing)?|open|pending|missing|outstanding|needed|required|blocked|to do)|no (?:blockers|(?:open|remaining|pending|missing) \w+)|as (?:it|they) should)\b/gi;

const SHARE = /(\d+) ?(?:\/|(?:out )?of) ?(\d+)/g;

/** Whether it says that there is nothing. An addition must say that the work is done, unreservedly (rule 3.9). */
export const saysNone = (item: string): boolean => {
  const text = item.trim();
  if (text.length > MAX_LENGTH) return false;
  const [, inside] = /^[([]([^()[\]]*)[)\]]$/.exec(text) ?? [];
  if (inside !== undefined) return saysNone(inside);
  if (NONE.test(text)) return true;
  const at = SEPARATOR.exec(text)?.index ?? 0;
  return at > 0 && NONE.test(text.slice(0, at).trim()) && holdsNothingBack(text.slice(at));
};

const holdsNothingBack = (added: string): boolean => {
  if (!/[\p{L}\p{N}]/u.test(added)) return true;
  const isWhole = [...added.matchAll(SHARE)].every(([, part, whole]) => part === whole);
  return isWhole && DONE.test(added) && !BUT.test(added.replaceAll(DENIED, ' '));
};
