/**
 * Mutants of what a language writes in place of a loop, a condition or an early return: calls with a block, arms of a
 * match, `?`. A call takes the place of another; a mutant of another type does not compile, and shows nothing.
 *
 * @module
 */
import type { MutantKind } from './mutant.ts';

export interface Idiom {
  readonly kind: MutantKind;
  /** With the flag `g`: what it finds is replaced. It sees blanks in place of texts. */
  readonly found: RegExp;
  /** @param found - as it is written */
  readonly after: (found: string) => string;
  readonly again?: true;
}

const escaped = (name: string): string => name.replaceAll('?', String.raw`\?`);

/** `select:reject` stands for both ways, `map>each` for one. */
const calls = (before: string, pairs: string): Idiom => {
  const others = new Map(
    pairs.split(' ').flatMap((pair): readonly (readonly [string, string])[] => {
      const [one = '', other = ''] = pair.split(/[:>]/);
      return pair.includes('>')
        ? [[one, other]]
        : [
            [one, other],
            [other, one],
          ];
    }),
  );
  const names = [...others.keys()].sort((one, other) => other.length - one.length).map(escaped);
  return {
    kind: 'operator',
    found: new RegExp(String.raw`(?<=${before})(?:${names.join('|')})(?![\w?!])`, 'g'),
    after: (name) => others.get(name) ?? name,
  };
};

const swap = (one: string, other: string): readonly Idiom[] => [
  { kind: 'statement', found: new RegExp(String.raw`(?<=^\s*)${one}(?=;?\s*$)`, 'g'), after: () => other },
];

export const RUBY_IDIOMS: readonly Idiom[] = [
  calls(
    String.raw`[\w)\]}"']&?\.`,
    'select:reject filter>reject any?:none? all?>none? first:last min:max min_by:max_by take:drop take_while:drop_while ' +
      'start_with?:end_with? upcase:downcase push:unshift shift:pop keys:values map>each collect>each flat_map>each ' +
      'compact>itself uniq>itself sort>itself sort_by>each reverse>itself strip>itself present?:blank?',
  ),
  // `x if y` at the end of a line.
  { kind: 'condition', found: /(?<=\S )(?:if|unless)(?= \S)/g, after: (word) => (word === 'if' ? 'unless' : 'if') },
  ...swap('next', 'break'),
];

export const GO_IDIOMS: readonly Idiom[] = [
  calls(
    String.raw`\b(?:strings|bytes)\.`,
    'ToUpper:ToLower HasPrefix:HasSuffix TrimLeft:TrimRight TrimPrefix:TrimSuffix Index:LastIndex EqualFold>Contains',
  ),
  calls(String.raw`\b(?:math|slices)\.`, 'Max:Min Floor:Ceil'),
  // A loop over nothing.
  { kind: 'condition', found: /(?<=:?= range )[\w.]+(?= \{)/g, after: (list) => `${list}[:0]` },
  {
    kind: 'statement',
    found: /(?<== )append\(\w+(?:, [^()]+)\)$/g,
    after: (call) => /\w+(?=,)/.exec(call)?.[0] ?? call,
  },
  ...swap('continue', 'break'),
];

export const RUST_IDIOMS: readonly Idiom[] = [
  calls(
    String.raw`[\w)\]}"?]\.`,
    'any:all min:max min_by_key:max_by_key first:last is_some:is_none is_ok:is_err take:skip take_while:skip_while ' +
      'to_uppercase:to_lowercase to_ascii_uppercase:to_ascii_lowercase starts_with:ends_with ' +
      'saturating_add:saturating_sub wrapping_add:wrapping_sub checked_add:checked_sub',
  ),
  { kind: 'operator', found: /\.rev\(\)/g, after: () => '' },
  // The predicate of a closure.
  {
    kind: 'condition',
    found: /(?<=\.(?:filter|any|all|position|find|skip_while|take_while)\(\|[^|]*\| )(?:[^()|]|\([^()]*\))+(?=\))/g,
    after: (asked) => `!(${asked})`,
  },
  // An arm of a match.
  { kind: 'return', found: /(?<==> )(?!\{)[\w.()"&]+(?=,\s*$)/g, after: () => 'Default::default()' },
  { kind: 'condition', found: /(?<=\bif )[^{}]+(?= => )/g, after: (asked) => `!(${asked})` },
  // Few tests cause an error.
  { kind: 'guard', found: /(?<=[\w)])\?(?=[;.,)\s]|$)/g, after: () => '.unwrap()', again: true },
  ...swap('continue', 'break'),
];
