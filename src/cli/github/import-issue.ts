/**
 * An issue as a spec, for `init --issue` and `run --issue`: a file, or an issue on GitHub that the `gh` program reads.
 * Its text is data: nothing of it is run, and it names nothing but one file below `specs/`.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { locateProgram, pathOutside } from '../../base/processes/locate-program.ts';
import { runProcess } from '../../base/processes/run-process.ts';
import { plainLine } from '../../base/text/plain-line.ts';
import type { CommandIo } from '../terminal/io.ts';
import { DualgateError } from '../../../gates/errors.ts';
import { readPlain, readText } from '../../base/files/open-plain.ts';
import { candidateOf } from '../../doctor/init/find-specs.ts';
import { showNumber } from '../../base/text/amounts.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import { UsageError } from '../command.ts';
import { describeCause } from '../../base/text/describe-cause.ts';

/** Absolute path; `null` without one on the PATH. */
export const findOutside = (
  program: 'gh' | 'git',
  { cwd, env }: Pick<CommandIo, 'cwd' | 'env'>,
): Promise<string | null> => locateProgram(program, cwd, pathOutside(cwd, env['PATH'] ?? ''));

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 4 * 1_048_576;

interface Question {
  /** From `findOutside`. */
  readonly program: string;
  readonly args: readonly string[];
  readonly input?: string;
}

/** Its stdout, or the reason why it failed, in a clause. */
export const runOutside = async (
  { program, args, input }: Question,
  { cwd, env }: Pick<CommandIo, 'cwd' | 'env'>,
): Promise<{ readonly stdout: string } | { readonly problem: string }> => {
  const printed: Buffer[] = [];
  const complained: Buffer[] = [];
  const end = await runProcess({
    command: [program, ...args],
    cwd,
    env: { ...env, GH_PROMPT_DISABLED: '1', GIT_TERMINAL_PROMPT: '0', NO_COLOR: '1' },
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_BYTES,
    marker: null,
    ...(input === undefined ? {} : { input }),
    onStdout: (chunk) => printed.push(chunk),
    onStderr: (chunk) => complained.push(chunk),
  });
  if (end.ended === 'exited' && end.exit_code === 0) return { stdout: Buffer.concat(printed).toString('utf8') };
  const said = plainLine(Buffer.concat(complained).toString('utf8'), 200);
  return { problem: end.problem ?? (said === '' ? `it ended with ${end.exit_code ?? end.ended}` : said) };
};

/** A spec that may have to be written. */
export interface ImportedSpec {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** An issue cannot be read, or written as a spec. Fix: `--issue FILE`. */
class IssueError extends DualgateError {
  override readonly name = 'IssueError';
  readonly code = 'E_ISSUE';
}

type IssueIo = Pick<CommandIo, 'cwd' | 'env'>;

/** @param folder - of the project @throws {UsageError} for a text that names no issue @throws {IssueError} when it cannot be read */
export const importIssue = async (named: string, io: IssueIo, folder = io.cwd): Promise<ImportedSpec> => {
  const path = resolve(io.cwd, named);
  if (existsSync(path)) return importFile(path, folder);
  const issue = readReference(named);
  if (issue === null)
    throw new UsageError(
      `Option '--issue' needs the number or the URL of an issue, or an existing file (got ${plainLine(named, 80)})`,
    );
  return importFromGitHub(issue, io);
};

/** Another text under the same name is never replaced. @throws {IssueError} */
export const writeSpec = ({ path, text }: ImportedSpec, folder: string): 'written' | 'there' => {
  const place = join(folder, path);
  if (existsSync(place)) {
    if (readText(place) === text) return 'there';
    throw new IssueError(
      `Cannot write the issue: ${path} already exists with another text. Move or remove it, or use it as it is: --issue ${path}.`,
    );
  }
  try {
    mkdirSync(dirname(place), { recursive: true });
    // Not through a link that leads to no file.
    writeFileSync(place, text, { flag: 'wx' });
  } catch (error) {
    throw new IssueError(`Cannot write the issue: ${describeCause(error)}.`);
  }
  return 'written';
};

/** In a sentence, once it is written. */
export const describeWritten = ({ path, text: spec }: ImportedSpec, was: 'written' | 'there'): string => {
  const { criteria } = candidateOf(path, spec);
  const count = criteria === 1 ? '1 acceptance criterion' : `${showNumber(criteria)} acceptance criteria`;
  return `${was === 'written' ? 'Wrote' : 'Kept'} ${path} with ${count}.`;
};

const importFile = (path: string, folder: string): ImportedSpec => {
  let text: string;
  try {
    text = readPlain(path);
  } catch (error) {
    throw new IssueError(`Cannot read the issue ${path}: ${describeCause(error)}. Name another file.`);
  }
  const own = relative(folder, path).replaceAll('\\', '/');
  if (/^specs\/[^/]+\.md$/.test(own)) return { path: own, text };
  return { path: `specs/${slug(basename(path).replace(/\.[^.]*$/, ''))}.md`, text };
};

/** A number, or an address of an issue: neither can be read as an option of `gh`. */
const readReference = (named: string): string | null => {
  const number = /^#?([1-9]\d{0,9})$/.exec(named)?.[1];
  if (number !== undefined) return number;
  return /^https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+\/issues\/\d{1,10}(?:[#?][\w=&#?-]*)?$/.test(named) ? named : null;
};

const issueSchema = z.object({
  title: z.string(),
  body: z.string().nullish(),
  number: z.number().int().positive(),
  url: z.string().catch(''),
});

const WAY_OUT = 'Or save the issue in a file, and name that: --issue FILE';

const importFromGitHub = async (issue: string, { cwd, env }: IssueIo): Promise<ImportedSpec> => {
  const gh = await findOutside('gh', { cwd, env });
  if (gh === null)
    throw new IssueError(
      `Cannot read issue ${issue}: the program gh (GitHub CLI) is not on the PATH. Install it. ${WAY_OUT}.`,
    );
  const read = await runOutside(
    { program: gh, args: ['issue', 'view', issue, '--json', 'title,body,number,url'] },
    { cwd, env },
  );
  if ('problem' in read)
    throw new IssueError(`Cannot read issue ${issue}: gh failed (${read.problem}). Check gh auth status. ${WAY_OUT}.`);
  const found = issueSchema.safeParse(parseJson(read.stdout));
  if (!found.success) throw new IssueError(`Cannot read issue ${issue}: gh printed no issue. Update it. ${WAY_OUT}.`);
  return renderIssue(found.data);
};

const renderIssue = ({ title, body, number, url }: z.output<typeof issueSchema>): ImportedSpec => {
  const text = (body ?? '').replaceAll(/\r\n?/g, '\n').trim();
  const source = /^https:\/\/[^\s<>]+$/.test(url) ? [`<${url}>`, ''] : [];
  return {
    path: `specs/${number}-${slug(title)}.md`,
    text: [`# ${plainLine(title)}`, '', ...source, ...(text === '' ? [] : [text, ''])].join('\n'),
  };
};

/** Letters a to z, digits and single dashes. */
const slug = (title: string): string => {
  const words = title
    .slice(0, 500)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-+|-+$/g, '');
  return words === '' ? 'issue' : words;
};
