import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { aFreshProject } from './a-fresh-project.ts';
import { hasGit, test } from './a-home.ts';
import { WORK } from './a-project.ts';
import { READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

const README = '# Words\n\nThis library changes the case of words and nothing else, without any dependency.\n';
const ABOUT =
  '\n## shout\n\nshout(word) returns the word in capital letters, and ends it with exactly one exclamation mark.\n';
const OFF_TOPIC = '\nWe like long walks on the beach, cold drinks, and thick books about ships of other centuries.\n';

/** In each iteration of DOCUMENT, the files of that iteration. */
const AGENT = shell(
  READ_THE_PROMPT,
  'here="$(dirname "$0")"',
  'if [ "$DUALGATE_PHASE" = DOCUMENT ]; then cp -R "$here/DOCUMENT-$DUALGATE_ITERATION/." .; else cp -R "$here/$DUALGATE_PHASE/." .; fi',
  SAY_YES,
);

describe.skipIf(!hasGit)('DOCUMENT in a project that has code already (needs git)', { timeout: 240_000 }, () => {
  test('asks for a document about the change, refuses what is none, and completes with a few lines in the README', async ({
    home,
  }) => {
    const { RED, GREEN, REFACTOR } = WORK;
    const project = await aFreshProject(home, {
      agent: AGENT,
      config: { mutation_check: { mutants: 2 } },
      files: { 'README.md': README, 'lib/whisper.mjs': 'export const whisper = (word) => word.toLowerCase();\n' },
      work: {
        RED,
        GREEN,
        REFACTOR,
        // A file that is no document, and one that is a copy.
        'DOCUMENT-1': { 'notes/shout.md': ABOUT, 'docs/words.md': README },
        'DOCUMENT-2': { 'README.md': README + OFF_TOPIC },
        'DOCUMENT-3': { 'README.md': README + ABOUT },
      },
    });
    const written = readFileSync(join(project.workspace, 'dualgate.yaml'), 'utf8');
    expect(written).toContain('docs_changed >= 1');

    const run = await runProgram(project, 'run');

    expect(run.stdout).toContain('DOCUMENT 3  exited');
    expect(run.exitCode).toBe(0);
    expect(pathOf(project).slice(3)).toEqual(['DOCUMENT 1 held', 'DOCUMENT 2 held', 'DOCUMENT 3 exited']);
    const notes = recordsOf(project, 'iteration.decided').map(({ record }) => record.findings.map(({ text }) => text));
    expect(notes.at(-3)).toEqual([
      expect.stringMatching(
        /^docs\/words\.md was changed, but does not count: 0 new words .*; its new lines name nothing/,
      ),
      expect.stringMatching(/^notes\/shout\.md was changed, but is not a document: documents\.globs has /),
    ]);
    expect(notes.at(-2)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^README\.md was changed, but does not count: its new lines name nothing/),
      ]),
    );
    expect(notes.at(-1)).toEqual([]);
  });
});
