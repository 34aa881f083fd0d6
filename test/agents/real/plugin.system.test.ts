import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { HOSTS } from '../../../src/agents/hosts/hosts.ts';
import { DUALGATE_VERSION } from '../../../src/base/version.ts';
import { aFolder, hasGit } from '../../evidence/a-repository.ts';
import { CLAIM, TURN } from './honest-turns.ts';
import { runSession } from './a-real-session.ts';
import { agentsPath, hasAgent } from './find-agent.ts';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(1, test);

const PLUGIN = resolve(import.meta.dirname, '../../../dist/plugin');
const read = (path: string): string => readFileSync(join(PLUGIN, path), 'utf8');

describe('the plugin for Claude Code', () => {
  test('has the hooks that an installation adds', () => {
    const { hooks } = Object(JSON.parse(read('hooks/hooks.json')));
    const installed = Object.entries(HOSTS.claude.hooks('dualgate hook run claude')).map(([event, hook]) => [
      event,
      [hook],
    ]);
    expect(hooks).toEqual(Object.fromEntries(installed));
  });

  test('has the version of the package, a server, a skill for the person and one for the agent', () => {
    expect(JSON.parse(read('.claude-plugin/plugin.json'))).toMatchObject({
      name: 'dualgate',
      version: DUALGATE_VERSION,
    });
    expect(JSON.parse(read('.mcp.json'))).toEqual({ mcpServers: { dualgate: { command: 'dualgate', args: ['mcp'] } } });
    for (const path of ['skills/dualgate/SKILL.md', 'skills/tdd/SKILL.md'])
      expect(parse(/^---\n([\s\S]*?)\n---\n/.exec(read(path))?.[1] ?? '')).toMatchObject({
        description: expect.any(String),
      });
    const [, front = '', body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read('skills/dualgate/SKILL.md')) ?? [];
    expect(parse(front)).toMatchObject({
      'allowed-tools': 'Bash(dualgate session start:*), Bash(dualgate init:*), Bash(dualgate check:*)',
    });
    expect(body).toContain('$ARGUMENTS');
    expect(read('README.md').split(/\s+/).length).toBeGreaterThan(40);
  });

  const isThere = hasAgent('claude') && hasGit && process.platform === 'linux';
  describe.skipIf(!isThere)(
    `with the real claude${isThere ? '' : ' (skipped: it is not in the folder DUALGATE_AGENTS)'}`,
    () => {
      slow('passes its validator, strictly', async () => {
        const env = { PATH: agentsPath(), HOME: await aFolder() };
        const validate = (...words: readonly string[]) =>
          execFileSync('claude', ['plugin', 'validate', ...words], { env, encoding: 'utf8' });
        // Older ones have no profile of the directory.
        const strictly = validate('--help').includes('--profile') ? ['--profile', 'directory'] : ['--strict'];
        expect(validate(...strictly, PLUGIN)).toContain('Validation passed');
      });

      slow('is installed from the repository as a marketplace, and makes a spec of a sentence', async () => {
        // The output of its last command is the task, which the next list answers.
        const start = {
          run: "mkdir -p specs && echo '- [ ] AC-1: one is 1' > specs/one.md && dualgate session start specs/one.md",
        };
        const session = await runSession(PRESETS.claude, [[start], [CLAIM], TURN.RED, TURN.GREEN], {
          marketplace: resolve(import.meta.dirname, '../../..'),
          says: '/dualgate "one is 1"',
        });
        expect({ path: session.path, verified: session.verified }).toEqual({
          // The scripted model reads no nonce in the output of a tool.
          path: ['RED 1 held nonce_missing', 'RED 2 exited explicit_true', 'GREEN 1 exited explicit_true'],
          verified: 0,
        });
      });

      slow('leads a session like the installed hooks', async () => {
        const session = await runSession(PRESETS.claude, [[CLAIM], TURN.RED, TURN.GREEN], {
          plugin: PLUGIN,
        });
        expect({ path: session.path, verified: session.verified }).toEqual({
          path: ['RED 1 held explicit_true', 'RED 2 exited explicit_true', 'GREEN 1 exited explicit_true'],
          verified: 0,
        });
      });
    },
  );
});
