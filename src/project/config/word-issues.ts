/** From zod's issues to problems for people: the place in the file, the key, what it must be, what was found. */
import type { z } from 'zod';
import { nearestName } from '../../../gates/conditions/nearest-name.ts';
import type { ConfigProblem } from './find-config.ts';
import { findFloorBreaches } from './floor-keys.ts';
import type { IssueDetails } from './schema/fields.ts';
import { type JsonSchema, keysAt } from './schema/json-schema.ts';
import type { Place, YamlDocument } from './read-yaml.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

interface IssueSource {
  readonly document: YamlDocument;
  /** As shown to people. */
  readonly path: string;
  /** Called only for an unknown key: it takes a while to make. */
  readonly schema: () => JsonSchema;
  /** Name of the document itself: `the config`. */
  readonly name: string;
}

/** The problems in `issues`, each once, in the order of the file. */
export const wordIssues = (issues: readonly Issue[], source: IssueSource): readonly ConfigProblem[] => {
  let made: JsonSchema | null = null;
  const schema = (): JsonSchema => (made ??= source.schema());
  const problems = issues.flatMap((issue) => wordIssue(issue, [], { ...source, schema }));
  const unique = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...unique.values()].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
};

const wordIssue = (issue: Issue, around: Path, source: IssueSource): readonly ConfigProblem[] => {
  const path = [...around, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MOST_KEYS).flatMap((key) => wordUnknownKey([...path, key], source));
  }
  if (issue.code === 'invalid_key') {
    const reason = issue.issues[0]?.message ?? issue.message;
    return [problemAt(source, source.document.placeOfKey(path), `${labelOf(path, source)} ${reason}`)];
  }
  const meant = issue.code === 'invalid_union' ? issue.errors.filter(isMeant) : [];
  const [only] = meant;
  if (only === undefined || meant.length > 1) return [wordValue(issue, path, source)];
  return only.flatMap((inner) => wordIssue(inner, path, source));
};

/** For a choice between kinds of values: the kind that was written, whatever is wrong inside it. */
const isMeant = (errors: readonly Issue[]): boolean =>
  !errors.some(
    (issue) =>
      issue.path.length === 0 &&
      // A choice within the choice, such as the two ways to write a command.
      (issue.code === 'invalid_type' || (issue.code === 'invalid_union' && !issue.errors.some(isMeant))),
  );

/** For one map: enough to see that it is not a config. */
const MOST_KEYS = 100;

const wordUnknownKey = (path: Path, source: IssueSource): readonly ConfigProblem[] => {
  const { document, schema } = source;
  const key = String(path.at(-1));
  const breaches = findFloorBreaches({ [key]: valueAt(document.value, path) }, path.slice(0, -1));
  if (breaches.length > 0)
    return breaches.map((breach) => problemAt(source, document.placeOfKey(breach.path), breach.message));
  const known = keysAt(schema(), path.slice(0, -1));
  const near = nearestName(key, known);
  const advice = near === undefined ? `Known keys: ${known.join(', ')}.` : `Did you mean ${near}?`;
  return [problemAt(source, document.placeOfKey(path), `unknown key "${key}"${inParent(path, source)}. ${advice}`)];
};

/** No line shows which map it is where several have a key of the name. */
const inParent = (path: Path, source: IssueSource): string =>
  path.length > 1 ? ` in ${labelOf(path.slice(0, -1), source)}` : '';

const wordValue = (issue: Issue, path: Path, source: IssueSource): ConfigProblem => {
  const { document } = source;
  // Only our own schemas make custom issues, all through `issue` and `IssueDetails` of schema/fields.ts.
  const details: IssueDetails = issue.code === 'custom' ? ((issue.params as IssueDetails | undefined) ?? {}) : {};
  if (details.alone === true) {
    const { line, column } = details;
    const place =
      line === undefined ? document.placeOf(path) : document.placeWithin(path, { line, column: column ?? 1 });
    return problemAt(source, place, issue.message);
  }
  const value = valueAt(document.value, path);
  const label = labelOf(path, source);
  const given = details.advice ?? suggestWord(issue, value);
  const advice = given === undefined ? '' : `. ${given}`;
  if (value === undefined)
    return problemAt(
      source,
      document.placeOf(path),
      `${label} is missing${inParent(path, source)}: it ${issue.message}${advice}`,
    );
  return problemAt(source, document.placeOf(path), `${label} ${issue.message}${got(value)}${advice}`);
};

/** For a misspelt word of an enum. */
const suggestWord = (issue: Issue, value: unknown): string | undefined => {
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return undefined;
  const words = issue.values.filter((word) => typeof word === 'string');
  const near = nearestName(value, words);
  return near === undefined ? undefined : `Did you mean ${near}?`;
};

/** `max_iterations`, `writes[1]`, or the name of the document itself. */
const labelOf = (path: Path, source: IssueSource): string => {
  const from = path.findLastIndex((step) => typeof step === 'string');
  if (from < 0 && path.length === 0) return source.name;
  return path
    .slice(Math.max(0, from))
    .map((step) => (typeof step === 'number' ? `[${step}]` : String(step)))
    .join('');
};

export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((held, step) => {
    if (typeof held !== 'object' || held === null || !Object.hasOwn(held, step)) return undefined;
    return Reflect.get(held, step);
  }, value);

const LONGEST_SHOWN = 60;

const got = (value: unknown): string => {
  if (value === null) return ' (got nothing)';
  if (Array.isArray(value)) return ' (got a list)';
  if (typeof value === 'object') return '';
  const shown = typeof value === 'number' ? `${value}` : JSON.stringify(value);
  return ` (got ${shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}…` : shown})`;
};

const problemAt = ({ path }: IssueSource, { line, column }: Place, message: string): ConfigProblem => ({
  path,
  line,
  column,
  message,
});
