import { expect, test } from 'vitest';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import { secretsOf } from '../../src/base/redact-text.ts';

const KEY = '-----BEGIN X-----\nabcdefghijklmnopqrstuvwxyz\n-----END X-----';

test('secrets of a run are what its agent and its reviewer are given, and what the names of variables say', () => {
  const config = parseConfig(
    JSON.stringify({
      version: 1,
      work: { spec: 'spec.md' },
      agent: {
        command: 'agent',
        env: { EFFORT: 'high', ENDPOINT: 'https://in.test', API_KEY: 'abcd', SHORT_KEY: 'abc' },
      },
      tests: { command: 'node --test' },
      checks: { review: { agent: { use: 'codex', env: { REVIEW_KEY: 'of-the-reviewer', EFFORT: 'low' } } } },
    }),
    { path: '/w/dualgate.yaml', readFile: () => '' },
  );
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: '/home/ann',
    SOME_TOKEN: 'tok-of-ann',
    MAX_TOKENS: '100000000',
    DEPLOY_KEY: KEY,
  };
  expect(secretsOf(config, env)).toEqual([
    'https://in.test',
    'abcd',
    'of-the-reviewer',
    'tok-of-ann',
    KEY,
    'abcdefghijklmnopqrstuvwxyz',
  ]);
});
