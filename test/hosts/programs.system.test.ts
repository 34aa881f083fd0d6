import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aClaim } from '../agents/model-server/step.ts';
import { startModelServer } from '../agents/model-server/model-server.ts';
import { agentsPath, hasAgent } from '../agents/real/find-agent.ts';
import { aFolder, hasGit } from '../evidence/a-repository.ts';
import { fileMark } from '../left-running.ts';
import { aHostProject } from './a-host-project.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PROGRAMS = join(import.meta.dirname, 'programs');
/** The npm prefix with the packages of the hosts. */
const { DUALGATE_HOSTS: prefix = '' } = process.env;
const NEEDS: Readonly<Record<string, string>> = {
  langgraph: '@langchain/langgraph',
  'ai-sdk': 'ai',
  'openai-agents': '@openai/agents',
  'claude-agent-sdk': '@anthropic-ai/claude-agent-sdk',
};

/** A folder with the programs, from which they find their packages, and this one as a package. */
const layOut = async (): Promise<string> => {
  const folder = await aFolder();
  await cp(PROGRAMS, folder, { recursive: true });
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(join(prefix, 'node_modules')))
    if (!name.startsWith('.')) await symlink(join(prefix, 'node_modules', name), join(folder, 'node_modules', name));
  await symlink(ROOT, join(folder, 'node_modules', 'dualgate'));
  return folder;
};

describe.skipIf(!hasGit)('a program of a host', () => {
  for (const [name, needed] of Object.entries(NEEDS)) {
    const isThere =
      prefix !== '' &&
      existsSync(join(prefix, 'node_modules', needed)) &&
      (name !== 'claude-agent-sdk' || hasAgent('claude'));
    const skipped = isThere ? '' : ` (skipped: ${needed} is not in the folder DUALGATE_HOSTS)`;

    test.skipIf(!isThere)(
      `with ${name} is held after a false claim, and ends when the gates agree${skipped}`,
      async () => {
        const workspace = await aHostProject();
        const home = await aFolder();
        const claim = aClaim(true, '')
          .replace('{{phase}}', 'GREEN')
          .replace('{{iteration}}', '1')
          .replace(/^NONCE:.*\n/m, '');
        // Without a nonce, each question begins the next list.
        const model = await startModelServer(workspace, [
          [{ say: claim }],
          [{ run: `printf 'export const one = () => 1;\\n' > src/one.js` }],
          [{ say: claim }],
        ]);
        onTestFinished(model.close);
        const program = join(await layOut(), `${name}.mjs`);
        const { stdout, stderr, exitCode } = await execa(process.execPath, [program], {
          cwd: workspace,
          extendEnv: false,
          reject: false,
          timeout: 120_000,
          env: {
            PATH: agentsPath(),
            HOME: home,
            TMPDIR: home,
            ...fileMark(),
            CLAUDE: join(process.env['DUALGATE_AGENTS'] ?? '', 'node_modules', '.bin', 'claude'),
            ANTHROPIC_BASE_URL: model.url,
            ANTHROPIC_API_KEY: 'dummy',
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
            CLAUDE_CODE_MAX_RETRIES: '1',
          },
        });
        expect({ stdout, stderr: exitCode === 0 ? '' : stderr, exitCode }).toEqual({
          stdout: 'Exit signal set but Gate 1 not satisfied\nBoth gates agree in this iteration',
          stderr: '',
          exitCode: 0,
        });
      },
    );
  }
});
