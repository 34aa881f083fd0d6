import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { aFolder } from '../../evidence/a-repository.ts';
import { aFinishedRun, LINES, RUN } from '../../page/inspector/server/a-finished-run.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { createMemoryIo, runLine } from '../memory-io.ts';

const CONFIG = 'work: { spec: specs/shout.md }\nagent: { command: a }\ntests: { command: node --test }\n';
const aWorkspaceWith = async (text?: string): Promise<string> => {
  const { config } = await aFinishedRun(text);
  writeFileSync(join(config.folder, 'dualgate.yaml'), CONFIG);
  return config.folder;
};

beforeEach(withAnchorsAside);

describe('dualgate inspect', () => {
  test.each([[[]], [['--json']], [['--run', RUN]]])(
    'with %j says where the page is, and nothing else on stdout, until Ctrl+C',
    async (argv) => {
      const cwd = await aWorkspaceWith();
      const { io, stdout, stderr, interrupt } = createMemoryIo({ cwd });
      const printed = new Promise<string>((resolve) => {
        const { print } = io;
        Object.assign(io, { print: (line: string) => [print(line), resolve(line)] });
      });
      const code = main(['inspect', ...argv], io);
      const line = await printed;
      const isJson = argv.length === 1 && argv[0] === '--json';
      const url: string = isJson ? JSON.parse(line).url : line;
      expect(url).toMatch(new RegExp(String.raw`^http://127\.0\.0\.1:\d+/\?token=[\w-]{43}&run=${RUN}$`));
      expect((await fetch(url)).status).toBe(200);
      interrupt();
      expect(await code).toBe(0);
      expect(stdout()).toBe(`${line}\n`);
      expect(stderr()).toBe(isJson ? '' : 'Open it in a browser. Ctrl+C ends the server.\n');
      await expect(fetch(url)).rejects.toThrow('fetch failed');
    },
  );

  test('shows no run with a broken ledger', async () => {
    const cwd = await aWorkspaceWith(LINES.toSpliced(3, 1).join(''));
    const { code, stdout, stderr } = await runLine(['inspect', '--run', RUN], { cwd });
    expect({ code, stdout }).toEqual({ code: 70, stdout: '' });
    expect(stderr).toMatch(/^Cannot trust the ledger of /);
  });

  test('says that there is no run', async () => {
    const cwd = await aFolder();
    writeFileSync(join(cwd, 'dualgate.yaml'), CONFIG);
    expect((await runLine(['inspect'], { cwd })).stderr).toMatch(/^Cannot find a run in .*: it has none yet\./);
  });

  test.each([
    [['inspect', '--port', '70000'], '--port must be a whole number from 0 to 65535 (got 70000)'],
    [['inspect', '--port', '80 '], '--port must be a whole number from 0 to 65535 (got 80 )'],
    [['inspect', '--run', '../x'], 'RUN must be the id of a run, as dualgate status shows it (got ../x)'],
    [['run', '--port', '0', '--new'], "Option '--port' needs --inspect"],
    [['run', '--inspect', '--dry-run'], "Option '--inspect' cannot be used with --dry-run or --force-complete"],
  ])('refuses %j', async (argv, says) => {
    const cwd = await aWorkspaceWith();
    const { code, stdout, stderr } = await runLine(argv, { cwd });
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toBe(`dualgate: ${says}. See dualgate ${argv[0]} --help.\n`);
  });
});
