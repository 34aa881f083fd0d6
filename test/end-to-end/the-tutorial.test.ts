/**
 * Follows docs/tutorial.md word for word. A fence under `<!-- file: PATH -->` is written to that file. A ```sh fence is run in
 * the folder of the one before, and has to end with exit code 0, or with the one that a comment above it names. The ```text
 * fence after it is what it prints: `…` on a line of its own stands for lines that are left out, at the end of a line for the
 * rest of that line.
 */
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fence, fencesOf, readPage } from '../docs/pages.ts';
import { hasGit } from './a-home.ts';
import { write } from './a-project.ts';
import { environmentOf, PROGRAM } from './run-program.ts';

const FENCES = fencesOf(readPage('docs/tutorial.md'));

/** Durations and hashes differ from run to run, and so does the clock before each line of a run. */
const normalise = (line: string): string =>
  line
    .replace(/^\d\d:\d\d:\d\d {2}/, '')
    .replaceAll(/\d+\.\d s\b/g, 'T s')
    .replaceAll(/\b(?=[a-f]*\d)[\da-f]{7,12}\b/g, 'HASH')
    // One of a few hundred short hashes has no digit.
    .replace(/^[a-f]{7,12}(?= )/, 'HASH')
    .trimEnd();

const fits = (printed: string, shown: string): boolean =>
  shown.endsWith(' …') ? printed.startsWith(shown.slice(0, -1)) : printed === shown;

/** The first line of the page that is not printed after the ones before it; null when all are. */
const findMissing = (page: string, stdout: string): string | null => {
  const printed = stdout.split('\n').map(normalise);
  let from = 0;
  for (const shown of page.split('\n').map(normalise)) {
    if (shown === '…') continue;
    const at = printed.findIndex((line, i) => i >= from && fits(line, shown));
    if (at === -1) return shown;
    from = at + 1;
  }
  return null;
};

interface Step {
  /** Line of the page. */
  readonly line: number;
  readonly source: string;
  readonly language: string;
  /** File in which the page says to write it; null for commands. */
  readonly path: string | null;
  /** With which the commands end. */
  readonly exitCode: number;
  /** Output that the page shows for them; null if it shows none. */
  readonly shown: string | null;
}

const stepOf = ({ line, source, language, mark }: Fence, next: Fence | undefined): Step => ({
  line,
  source,
  language,
  path: /^file: (.*)$/.exec(mark)?.[1] ?? null,
  exitCode: Number(/^exit code (\d+)$/.exec(mark)?.[1] ?? 0),
  shown: next?.language === 'text' ? next.source : null,
});

const STEPS = FENCES.flatMap((fence, at) => (fence.language === 'text' ? [] : [stepOf(fence, FENCES[at + 1])]));

describe.skipIf(!hasGit)('the tutorial (needs git)', () => {
  let home = '';
  let folder = '';
  /** Output of each step, by its line. */
  const printed = new Map<number, string>();

  /** The shell prints last in which folder it ended: the next commands start there. */
  const runStep = async ({ source, exitCode, line }: Step): Promise<void> => {
    const env = environmentOf(home);
    const ended = await execa('sh', ['-c', `trap 'pwd >&3' EXIT\nset -e\n${source}`], {
      cwd: folder,
      env: { ...env, PATH: `${join(home, 'bin')}:${env.PATH ?? ''}` },
      extendEnv: false,
      reject: false,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    expect(ended.exitCode, `line ${line}: ${source}\n${ended.stdout}\n${ended.stderr}`).toBe(exitCode);
    folder = ended.stdio[3].trim();
    printed.set(line, ended.stdout);
  };

  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'dualgate-')));
    folder = home;
    await write(home, {
      '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n[init]\n\tdefaultBranch = main\n',
      'bin/dualgate': `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`,
    });
    await chmod(join(home, 'bin', 'dualgate'), 0o755);
    for (const step of STEPS) {
      if (step.path === null) await runStep(step);
      else await write(folder, { [step.path]: `${step.source}\n` });
    }
  }, 240_000);
  afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));

  test('has files, commands, and what they print', () => {
    expect(STEPS.filter(({ path }) => path !== null).length).toBe(4);
    expect(STEPS.filter(({ path, language }) => path === null && language !== 'sh')).toEqual([]);
    expect(STEPS.filter(({ path, shown }) => path !== null && shown !== null)).toEqual([]);
    expect(STEPS.filter(({ shown }) => shown !== null).length).toBeGreaterThan(6);
  });

  test.each(STEPS.filter(({ shown }) => shown !== null))(
    'prints what the page says, at line $line',
    ({ line, shown }) => {
      const stdout = printed.get(line) ?? '';
      expect(findMissing(shown ?? '', stdout), stdout).toBeNull();
    },
  );

  test('sends the agent the message that the README shows', () => {
    const shown = fencesOf(readPage('README.md')).find(({ mark }) => mark === 'held')?.source ?? '';
    expect(shown.split('\n').length).toBeGreaterThan(6);
    const transcript = STEPS.find(({ source }) => source.startsWith('cat '));
    expect(printed.get(transcript?.line ?? 0)).toContain(shown);
  });
});
