import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aClaim } from '../model-server/step.ts';
import { startModelServer } from '../model-server/model-server.ts';
import { agentsPath, hasAgent } from '../real/find-agent.ts';
import { aFolder, hasGit } from '../../evidence/a-repository.ts';
import { fileMark } from '../../left-running.ts';
import { aHostProject } from './a-host-project.ts';
import { pickSome } from '../../pick-some.ts';
import { layOutPrograms } from './lay-out-programs.ts';

/** The npm prefix with the packages of the hosts. */
const { DUALGATE_HOSTS: prefix = '' } = process.env;
const NEEDS: Readonly<Record<string, string>> = {
  langgraph: '@langchain/langgraph',
  'ai-sdk': 'ai',
  'openai-agents': '@openai/agents',
  'claude-agent-sdk': '@anthropic-ai/claude-agent-sdk',
};

/** The whole machine as a child of a machine of the host: runs of several turns. */
const CHILDREN: Readonly<Record<string, string>> = {
  'child-langgraph': '@langchain/langgraph',
  'child-ai-sdk': 'ai',
  'child-openai-agents': '@openai/agents',
  'child-mastra': '@mastra/core',
};
const TRIED = [...Object.entries(NEEDS), ...pickSome(Object.entries(CHILDREN), ([name]) => name, 2)];
const ENDS = ['Exit signal set but Gate 1 not satisfied', 'Both gates agree in this iteration'];
/** The model claims at once, then it works. */
const AS_A_CHILD = ['RED held: tests_total >= 1: got 0, expected 1 or more', 'RED exited', 'GREEN exited', 'completed'];

describe.skipIf(!hasGit)('a program of a host', () => {
  for (const [name, needed] of TRIED) {
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
        const program = join(await layOutPrograms(prefix), `${name}.mjs`);
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
          stdout: (name in CHILDREN ? AS_A_CHILD : ENDS).join('\n'),
          stderr: '',
          exitCode: 0,
        });
      },
    );
  }
});
