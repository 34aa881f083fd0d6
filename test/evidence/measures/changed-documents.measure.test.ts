import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import { changedDocuments } from '../../../src/evidence/measures/documents.measure.ts';
import { PROBLEMS_OF_MEASURES } from '../../../src/evidence/measures/problems-of-measures.ts';
import type { Question } from '../../../src/evidence/measures/measure.ts';
import { metricsOf } from '../../../src/evidence/measures/metrics-of-measures.ts';
import { LEAST, parse } from '../../project/config/a-config.ts';
import { aFolder, aRepository, git, hasGit, write } from '../a-repository.ts';
import { textsOf } from '../findings/a-finding.ts';

const README = '# Words\n\nThis library changes the case of words and nothing else, without any dependency.\n';
const ABOUT = '\nshout(word) returns the word in capital letters, and ends it with exactly one exclamation mark.\n';

const UNITS = [
  'const format = (days) => `${days} days`;',
  'export const parse = (amount) => {',
  '  if (amount > 0) {',
  '    return 7;',
  '  }',
  '  return format(0);',
  '};',
  '',
].join('\n');
const SENTENCE = '\nparse(2) understands an amount of weeks, each of which counts as seven whole days.\n';

const configFor = (folder: string) => ({ ...parse(LEAST), folder });

const gateFor = (folder: string) => {
  const config = configFor(folder);
  const [phase] = config.phases.slice(-1);
  if (phase === undefined) throw new Error('the config has no phase');
  const asking = { ...phase, gate_1: { ...phase.gate_1, condition: 'docs_changed >= 1' } };
  const [gate] = compileGates({ phases: [asking], metrics: metricsOf(config) });
  if (gate === undefined) throw new Error('no gate was compiled');
  return gate;
};

/** Asks the measure about the files of a folder, compared with a commit. */
const ask = async (folder: string, base: string | null, files: readonly string[]) => {
  const question = {
    config: configFor(folder),
    gate: gateFor(folder),
    run: { base, frozen: {}, criteria: { count: 1, ids: ['AC-1'] } },
    tests: { after: { files: new Map(files.map((path) => [path, '100644 x'])) }, run: { tests: [] } },
  } as unknown as Question;
  const { metrics, findings } = await changedDocuments.measure(question);
  return { metrics, notes: textsOf(findings) };
};

const problemsIn = async (folder: string) =>
  (await Promise.all(PROBLEMS_OF_MEASURES.map(([, find]) => find(configFor(folder), [gateFor(folder)])))).flat();

describe.skipIf(!hasGit)('docs_changed (needs git)', () => {
  test('counts a document that was changed since the commit that the run began at', async () => {
    const folder = await aRepository({ 'README.md': README, 'docs/old.md': ABOUT });
    const base = await git(folder, 'rev-parse', 'HEAD');
    expect(await problemsIn(folder)).toEqual([]);
    expect(await ask(folder, base, ['README.md', 'docs/old.md'])).toMatchObject({ metrics: { docs_changed: 0 } });
    await write(folder, {
      'README.md': `${README}\nThe words can be loud now, in every language that has capital letters at all.\n`,
    });
    expect(await ask(folder, base, ['README.md', 'docs/old.md'])).toEqual({ metrics: { docs_changed: 1 }, notes: [] });
  });

  /** A line changes in the middle of a function, in a package of a workspace; and what is written about it. */
  const askAbout = async (written: Readonly<Record<string, string>>, code = UNITS) => {
    const before = { 'README.md': README, 'units/README.md': '# Units\n', 'other/CHANGELOG.md': '# Changes\n' };
    const folder = await aRepository({ ...before, 'units/index.js': UNITS, 'units/dist.md': '# API\n' });
    const base = await git(folder, 'rev-parse', 'HEAD');
    const changed = { 'units/index.js': code.replace('return 7;', 'return amount * 7;'), ...written };
    await write(folder, changed);
    return ask(folder, base, [...new Set([...Object.keys(before), ...Object.keys(changed)])]);
  };

  test.each<[string, Readonly<Record<string, string>>, string?]>([
    ['names the function whose body changed', { 'README.md': README + SENTENCE }],
    ['is in the README of the package', { 'units/README.md': `# Units\n${SENTENCE}` }],
    ['is in a new CHANGELOG of the package', { 'units/CHANGELOG.md': `# Changes\n${SENTENCE}` }],
    ['is the comment that documents the function', {}, UNITS.replace('export', `/** ${SENTENCE.trim()} */\nexport`)],
    [
      'documents the function without its name',
      {},
      UNITS.replace(
        'export',
        '/**\n * Reads an amount of weeks, and answers with the number of their days.\n */\nexport',
      ),
    ],
  ])('counts a sentence that %s', async (_what, written, code) => {
    expect(await askAbout(written, code)).toEqual({ metrics: { docs_changed: 1 }, notes: [] });
  });

  test.each<[string, Readonly<Record<string, string>>, string?]>([
    ['has the id of a criterion alone', { 'README.md': `${README}\n${SENTENCE.replace('parse(2)', 'AC-1')}` }],
    ['names a function that did not change', { 'README.md': README + SENTENCE.replace('parse', 'format') }],
    ['is in a file that a program writes', { 'README.md': `<!-- @generated -->\n${README}${SENTENCE}` }],
    ['is in a file beside it that is no document', { 'units/dist.md': `# API\n${SENTENCE}` }],
    ['is in the CHANGELOG of another package', { 'other/CHANGELOG.md': `# Changes\n${SENTENCE}` }],
    [
      'documents a function that did not change',
      {},
      UNITS.replace('const format', `/** ${SENTENCE.trim().replace('parse', 'format')} */\nconst format`),
    ],
    ['is a comment inside of the function', {}, UNITS.replace('  if', `  // ${SENTENCE.trim()}\n  if`)],
  ])('does not count a sentence that %s', async (_what, written, code) => {
    const { metrics, notes } = await askAbout(written, code);
    expect(metrics).toEqual({ docs_changed: 0 });
    expect(notes).not.toEqual([]);
    // An id is for the people of the project.
    expect(notes.join('\n')).not.toContain('AC-1');
  });

  test('is not measured without a commit, and no run starts: else every document would count as changed', async () => {
    const folder = await aFolder();
    await write(folder, { 'README.md': README + ABOUT, 'shout.js': 'export const shout = () => 1;\n' });
    const problem = expect.stringMatching(
      /needs docs_changed, which compares .* with a commit, and there is none\. Commit/,
    );
    expect(await problemsIn(folder)).toEqual([problem]);
    await git(folder, 'init', '--quiet');
    expect(await problemsIn(folder)).toEqual([problem]);
    expect(await ask(folder, null, ['README.md', 'shout.js'])).toEqual({
      metrics: {},
      notes: ['docs_changed was not measured: the commit that the run began at has no files. Restore it.'],
    });
  });

  const aBase = async () => {
    const folder = await aRepository({ 'README.md': README + ABOUT, 'shout.js': 'export const shout = () => 1;\n' });
    const base = await git(folder, 'rev-parse', 'HEAD');
    const destroy = () => rm(join(folder, '.git/objects', base.slice(0, 2), base.slice(2)));
    return { folder, base, destroy };
  };

  test('is not measured when the agent destroyed the commit', async () => {
    const { folder, base, destroy } = await aBase();
    await destroy();
    expect((await ask(folder, base, ['README.md', 'shout.js'])).metrics).not.toHaveProperty('docs_changed');
  });

  test('is measured with what was read of the commit, when the agent puts an empty one in its place, or destroys it later', async () => {
    const { folder, base, destroy } = await aBase();
    const empty = await git(folder, 'commit-tree', '-m', 'empty', '4b825dc642cb6eb9a060e54bf8d69288fbee4904');
    await git(folder, 'replace', base, empty);
    expect(await ask(folder, base, ['README.md', 'shout.js'])).toMatchObject({ metrics: { docs_changed: 0 } });
    await destroy();
    await git(folder, 'replace', '--delete', base).catch(() => '');
    expect(await ask(folder, base, ['README.md', 'shout.js'])).toMatchObject({ metrics: { docs_changed: 0 } });
  });
});
