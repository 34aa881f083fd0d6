import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { runSession } from './a-real-session.ts';
import { hasAgent } from './find-agent.ts';
import { CLAIM, HONEST_TURNS } from './honest-turns.ts';

const isThere = hasAgent('claude') && hasGit && process.platform === 'linux';

describe.skipIf(!isThere)(
  `the plugin in the real claude${isThere ? '' : ' (skipped: it is not in the folder DUALGATE_AGENTS)'}`,
  () => {
    test('leads /dualgate with a spec to the end, with commits that are proven', async () => {
      const session = await runSession(
        PRESETS.claude,
        [[{ run: 'dualgate session start spec.md' }], [CLAIM], ...HONEST_TURNS],
        {
          marketplace: resolve(import.meta.dirname, '../../..'),
          says: '/dualgate spec.md',
          whole: true,
        },
      );
      expect({ path: session.path, verified: session.verified, proven: session.proven }).toEqual({
        path: [
          // The scripted model reads no nonce in the output of a tool.
          'RED 1 held nonce_missing',
          'RED 2 exited explicit_true',
          'GREEN 1 exited explicit_true',
          'REFACTOR 1 exited explicit_true',
          'DOCUMENT 1 exited explicit_true',
        ],
        verified: 0,
        proven: 0,
      });
    });
  },
);
