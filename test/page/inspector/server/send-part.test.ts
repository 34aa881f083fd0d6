import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PageTranscript } from '../../../../src/page/page-transcript.ts';
import { withAnchorsAside } from '../../../run/a-workspace.ts';
import { aFinishedRun, RUN } from './a-finished-run.ts';
import { aGoingRun, writeTranscript } from './a-going-run.ts';
import { aPage } from './a-page.ts';

beforeEach(withAnchorsAside);

/** GREEN 1 of the recorded run. */
const N = 2;

const numbered = (count: number): string => Array.from({ length: count }, (_, n) => `line ${n + 1}\n`).join('');

const asked = async (write: (run: Awaited<ReturnType<typeof aFinishedRun>>) => void) => {
  const run = await aFinishedRun();
  write(run);
  const { ask, token } = await aPage(run.config);
  const { status, body } = await ask(`/transcript?run=${RUN}&n=${N}&token=${token}`);
  const transcript: PageTranscript = JSON.parse(body);
  return { status, ...transcript };
};

describe('the transcript of an iteration', () => {
  test('has the lines of its turn with their numbers, the message first, and the line of the signal', async () => {
    const { status, files } = await asked((run) => {
      writeTranscript(run, 'green-1-1.stderr', 'a warning\n');
      writeTranscript(run, 'green-1-1.stdout', numbered(30));
      writeTranscript(run, 'green-2-1.stdout', 'of another turn\n');
    });
    expect(status).toBe(200);
    expect(files.map(({ name, lines, signal }) => ({ name, lines, signal }))).toEqual([
      { name: 'transcripts/green-1-1.stdout', lines: 30, signal: 1 },
      { name: 'transcripts/green-1-1.stderr', lines: 1, signal: null },
    ]);
    expect(files[0]?.parts).toEqual([{ from: 1, lines: numbered(30).trimEnd().split('\n') }]);
  });

  test('is bounded: of a long file there are its end and the surroundings of the signal, of a long line its beginning', async () => {
    const { files } = await asked((run) =>
      writeTranscript(run, 'green-1-1.stdout', `${numbered(50_000)}${'x'.repeat(3_000_000)}`),
    );
    const [file] = files;
    expect(file?.lines).toBe(50_001);
    expect(file?.parts.map(({ from, lines }) => [from, lines.length])).toEqual([
      [1, 21],
      [49_002, 1_000],
    ]);
    expect(file?.parts[1]?.lines[0]).toBe('line 49002');
    expect(file?.parts[1]?.lines.at(-1)).toMatch(/^x{500}… \(cut: 3000000 bytes\)$/);
  });

  test('has no secrets, and the lines behind one keep their numbers', async () => {
    const { files } = await asked((run) =>
      writeTranscript(
        run,
        'green-1-1.stdout',
        'first\n-----BEGIN PRIVATE KEY-----\nMIIabcdefgh\n-----END PRIVATE KEY-----\nAPI_KEY=hunter2hunter2\n\u001B[2Jlast\n',
      ),
    );
    expect(files[0]?.parts).toEqual([
      { from: 1, lines: ['first', '[redacted]', '', '', 'API_KEY=[redacted]', 'last'] },
    ]);
  });

  test('keeps its line numbers where a secret has colours in it, and a title of a terminal goes over lines', async () => {
    const { files } = await asked((run) =>
      writeTranscript(
        run,
        'green-1-1.stdout',
        'first\n\u001B]0;a title\nof two lines\u0007 API_KEY=hunt\u001B[31mer2\u001B[0mhunter2\nlast\n',
      ),
    );
    expect(files[0]?.parts).toEqual([
      { from: 1, lines: ['first', '', 'of two lines\u2407 API_KEY=[redacted]', 'last'] },
    ]);
  });

  test('of a key that begins before the lines that are shown shows no line of it', async () => {
    const { files } = await asked((run) =>
      writeTranscript(
        run,
        'green-1-1.stdout',
        `${numbered(30)}-----BEGIN PRIVATE KEY-----\nMIIabcdefgh\n${'Zm9v\n'.repeat(20)}-----END PRIVATE KEY-----\n${numbered(990)}`,
      ),
    );
    expect(JSON.stringify(files)).not.toContain('Zm9v');
  });

  test('is read from no link, no folder that is one, and not where the file was removed', async () => {
    const elsewhere = await aFinishedRun();
    const secret = join(elsewhere.folders.run, 'green-1-1.stdout');
    writeFileSync(secret, 'not for the page\n');
    const linked = await asked((run) => {
      writeTranscript(run, 'green-2-1.stdout', 'another\n');
      symlinkSync(secret, join(run.folders.transcripts, 'green-1-1.stdout'));
    });
    const folder = await asked(({ folders }) => {
      rmSync(folders.transcripts, { recursive: true, force: true });
      symlinkSync(elsewhere.folders.run, folders.transcripts);
    });
    expect([linked.files, folder.files]).toEqual([[], []]);
  });

  test('of an active turn has what was printed so far', async () => {
    const { config, print } = await aGoingRun();
    print('so far\n');
    const { ask, token } = await aPage(config);
    const { body } = await ask(`/transcript?run=${RUN}&n=${N}&token=${token}`);
    expect(JSON.parse(body)).toEqual({
      files: [
        { name: 'transcripts/green-1-1.stdout', lines: 1, parts: [{ from: 1, lines: ['so far'] }], signal: null },
      ],
    });
  });
});
