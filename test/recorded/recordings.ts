/**
 * The recorded streams of real agent programs: one folder for each program and version, one file for each case, and how each
 * ended. A recording is never edited: `UPDATE=1 npm run test:agents` makes it again on a machine that has the program.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PresetName } from '../../src/agents/programs/presets.ts';

const FOLDER = fileURLToPath(new URL('agents', import.meta.url));
const ENDS = 'ends.json';

export interface HowItEnded {
  readonly exit_code: number | null;
  /** Absent where it did its work. */
  readonly stderr?: string;
}

type Ends = Readonly<Record<string, HowItEnded>>;

const byNumber = new Intl.Collator('en', { numeric: true }).compare;

/** The oldest first. */
export const versionsOf = (name: PresetName): readonly string[] => readdirSync(join(FOLDER, name)).sort(byNumber);

export const newestOf = (name: PresetName): string => versionsOf(name).at(-1) ?? '';

export const recordingPath = (name: PresetName, version: string, each: string): string =>
  join(FOLDER, name, version, `${each}.jsonl`);

export const recordingOf = (name: PresetName, version: string, each: string): Buffer =>
  readFileSync(recordingPath(name, version, each));

/** The recorded cases of a version. */
export const casesRecorded = (name: PresetName, version: string): readonly string[] =>
  readdirSync(join(FOLDER, name, version))
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.slice(0, -'.jsonl'.length));

/** `null` for an exit code that was not kept. */
export const endOf = (name: PresetName, version: string, each: string): HowItEnded | null => {
  const path = join(FOLDER, name, version, ENDS);
  return existsSync(path) ? ((JSON.parse(readFileSync(path, 'utf8')) as Ends)[each] ?? null) : null;
};

export const record = (
  name: PresetName,
  version: string,
  each: string,
  { stdout, exit_code, stderr }: HowItEnded & { readonly stdout: string },
): void => {
  const folder = join(FOLDER, name, version);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${each}.jsonl`), stdout);
  const path = join(folder, ENDS);
  const ends = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Ends) : {};
  const end = { exit_code, ...(stderr === undefined || stderr === '' ? {} : { stderr }) };
  writeFileSync(path, `${JSON.stringify({ ...ends, [each]: end }, null, 2)}\n`);
};
