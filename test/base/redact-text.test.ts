import { expect, test, describe } from 'vitest';
import { createRedactData, secretsOf, createRedactText, MAX_TEXT } from '../../src/base/redact-text.ts';
import { parseConfig } from '../../src/read-config/parse-config.ts';

describe('redact text', () => {
  const redact = createRedactText(['hunter2-of-the-agent', 'line one of a key\n"and" more/of it']);

  describe('what is taken out of a text', () => {
    test.each([
      ['a secret that is known', 'the key is hunter2-of-the-agent!', 'the key is [redacted]!'],
      [
        'it with colours in it',
        '\u001B[1mthe key\u001B[m is \u001B[31mhunter2\u001B[0m-of-the-agent',
        'the key is [redacted]',
      ],
      ['it around a title of a terminal', 'hunter2-of\u001B]0;a title\u0007-the-agent', '[redacted]'],
      ['it inside of JSON', '{"said":"line one of a key\\n\\"and\\" more/of it"}', '{"said":"[redacted]"}'],
      [
        'it inside of an address',
        'https://a.test/?q=line%20one%20of%20a%20key%0A%22and%22%20more%2Fof%20it&b',
        'https://a.test/?q=[redacted]&b',
      ],
      [
        'a key of a provider',
        'Incorrect key sk-ant-api03-abcdefghijklmnop_qrs given',
        'Incorrect key [redacted] given',
      ],
      ['a token of a forge', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789', '[redacted]'],
      ['a token of a registry', 'npm_abcdefghijklmnopqrstuvwxyz0123456789', '[redacted]'],
      ['an id of a key', 'AKIAIOSFODNN7EXAMPLE', '[redacted]'],
      ['a web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmN', '[redacted]'],
      ['a header', 'Authorization: Bearer abcdefgh12345678', 'Authorization: Bearer [redacted]'],
      ['a password in an address', 'postgres://ann:s3cret@db.test/x', 'postgres://ann:[redacted]@db.test/x'],
      ['a variable', 'MY_API_KEY=12345 next', 'MY_API_KEY=[redacted] next'],
      ['a key of JSON', '{"client_secret": "a b c"}', '{"client_secret": [redacted]}'],
      ['a nonce in a status block', 'PHASE: RED\nNONCE: open sesame', 'PHASE: RED\nNONCE: [redacted] sesame'],
      ['a nonce by its looks', 'I was given 0123456789abcdef.', 'I was given [redacted].'],
      ['a private key', 'a\n-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\nb', 'a\n[redacted]\n\n\nb'],
      ['a private key that was cut off', '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA', '[redacted]\n'],
    ])('%s', (_what, text, shown) => {
      expect(redact(text)).toBe(shown);
    });

    test.each([
      'tests_passing == tests_total AND consecutive_green_runs >= 2',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      'input_tokens: 1200, output_tokens: 80',
      'src/tokens/read-token.ts:12: expected 4 to be 5',
      'the token was read, and the secret kept',
      '\u001B[31mhunter2 of the\u001B[0m cat',
      '20260113-103000-4f2a9c',
    ])('nothing: %s', (text) => {
      expect(redact(text)).toBe(text);
    });

    test('a secret that lies across the cut, before it is cut', () => {
      const text = `${'.'.repeat(MAX_TEXT - 5)}hunter2-of-the-agent and more`;
      expect(redact(text)).not.toContain('hunter');
    });

    test('all of what may be half of one, where colours or other secrets made a long text short', () => {
      const text = `${'\u001B[31m'.repeat(2_000)}${'x'.repeat(MAX_TEXT)}hunter2-of-the-agent`;
      for (let more = 0; more < 20; more += 1) expect(redact(text.slice(more * 5), 500)).not.toContain('hunter');
    });

    test('what is too long, with a word on how long it was', () => {
      expect(redact('x'.repeat(5_000))).toBe(`${'x'.repeat(MAX_TEXT)}… [cut: 5000 characters]`);
    });

    // An agent writes these texts: none may keep the loop busy.
    test.each([
      ['assignments', 'secret'.repeat(200_000)],
      ['words that could be one', `${'a_'.repeat(500_000)}token`],
      ['addresses', '://a:'.repeat(200_000)],
      ['web tokens', 'eyJ-'.repeat(200_000)],
      ['begun keys', '-----BEGIN PRIVATE KEY-----'.repeat(50_000)],
      ['headers', 'authorization: '.repeat(100_000)],
    ])('fast, from a hostile text of %s', (_what, text) => {
      const start = performance.now();
      expect(redact(text).length).toBeLessThan(MAX_TEXT + 100);
      expect(performance.now() - start).toBeLessThan(2_000);
    });
  });
});

describe('redact data', () => {
  const redact = createRedactData({ agent: { env: { LOGIN: 'hunter2hunter2' } } }, { DB_PASSWORD: 'test' });

  test('texts lose their secrets wherever they stand, and nothing else is changed', () => {
    const data = {
      type: 'iteration.decided',
      why: ['it says hunter2hunter2', { deep: 'Bearer abcdefghijklmnop' }],
      count: 3,
      none: null,
      is: true,
    };
    expect(redact(data)).toEqual({
      type: 'iteration.decided',
      why: ['it says [redacted]', { deep: 'Bearer [redacted]' }],
      count: 3,
      none: null,
      is: true,
    });
    expect(data.why[0]).toBe('it says hunter2hunter2');
  });

  test('a long text is not cut, and its last key is found', () => {
    const long = `${'a word '.repeat(5_000)}sk-0123456789abcdefgh`;
    expect(redact(long)).toBe(`${'a word '.repeat(5_000)}[redacted]`);
  });

  test('words of dualgate, the seed of a mutation check and a short password leave the rest readable', () => {
    const data = { type: 'test.passed', seed: '0123456789abcdef', file: 'test/a.test.ts' };
    expect(redact(data)).toEqual(data);
  });
});

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
