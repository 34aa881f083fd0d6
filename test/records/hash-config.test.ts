import { describe, expect, test } from 'vitest';
import { configOfSpec, type Config } from '../../src/project/config/config.ts';
import { findConfigChanges } from '../../src/records/config-changes.ts';
import { describeConfig, hashConfig, isConfigOf, rulingConfig } from '../../src/records/hash-config.ts';
import { LEAST, parse } from '../project/config/a-config.ts';

const NOW = parse(LEAST);
/** The values of a run from before these keys were there. */
const THEN = parse(`${LEAST}criteria_ids: ignore\nmutation_check: { percent: 1 }\n`);

const startOf = (config: Config) => ({ config: describeConfig(config), config_hash: hashConfig(config) });

describe('the config of a run', () => {
  test('rules as it is where the run began under it', () => {
    expect(isConfigOf(hashConfig(NOW), NOW)).toBe(true);
    expect(rulingConfig(startOf(NOW), NOW)).toBe(NOW);
  });

  test('keeps the rules of a run that began before a key was there', () => {
    const hash = hashConfig(THEN);
    expect(hash).not.toBe(hashConfig(NOW));
    expect(isConfigOf(hash, NOW)).toBe(true);
    expect(rulingConfig(startOf(THEN), NOW)).toMatchObject({ criteria_ids: 'ignore', mutation_check: { percent: 1 } });
  });

  test('has no key and the same hash without a review, and seals the variables of a reviewer', () => {
    const reviewed = parse(`${LEAST}checks: { review: { agent: { use: codex, env: { KEY: k-12345678 } } } }\n`);
    expect(Object.keys(describeConfig(NOW))).not.toContain('review');
    const described = describeConfig(reviewed);
    expect(described).toMatchObject({
      checks: [],
      review: { agent: { use: 'codex', permissions: 'ask', session: 'fresh', timeout_ms: 600_000 } },
    });
    expect(JSON.stringify(described)).not.toContain('k-12345678');
    const other = parse(`${LEAST}checks: { review: { agent: { use: codex, env: { KEY: k-87654321 } } } }\n`);
    expect([hashConfig(NOW), hashConfig(other)]).not.toContain(hashConfig(reviewed));
    const { review: _without, ...rest } = reviewed;
    expect(hashConfig(rest)).toBe(hashConfig(NOW));
    expect(findConfigChanges(describeConfig(other), reviewed)).toEqual([
      { key: 'review.agent.env.KEY', from: '(hidden)', to: '(hidden)' },
    ]);
  });

  test('is another one where another key changed too', () => {
    const other = parse(`${LEAST}integrity: warn\n`);
    expect(isConfigOf(hashConfig(THEN), other)).toBe(false);
    expect(rulingConfig(startOf(THEN), other)).toBe(other);
  });

  test('has the spec that was given when it began, and no other change', () => {
    const given = configOfSpec(NOW, 'specs/other.md');
    expect(isConfigOf(hashConfig(given), NOW)).toBe(false);
    expect(rulingConfig(startOf(given), NOW)).toEqual({ ...NOW, work: { spec: 'specs/other.md', given: true } });
    const changed = rulingConfig(startOf(given), parse(`${LEAST}integrity: warn\n`));
    expect(isConfigOf(hashConfig(given), changed)).toBe(false);
    // The spec of the config is none that was given.
    expect(configOfSpec(NOW, NOW.work.spec)).toBe(NOW);
  });
});
