import { describe, expect, test } from 'vitest';
import { configOfSpec, type Config } from '../../src/project/config/config.ts';
import { findConfigChanges } from '../../src/records/config-changes.ts';
import { describeConfig, hashConfig, isConfigOf, withRecordedChoices } from '../../src/records/hash-config.ts';
import { LEAST, parse } from '../project/config/a-config.ts';

const NOW = parse(LEAST);

describe('the config of a run', () => {
  test('is the one with the same hash', () => {
    expect(isConfigOf(hashConfig(NOW), parse(LEAST))).toBe(true);
    expect(isConfigOf(hashConfig(NOW), parse(`${LEAST}integrity: warn\n`))).toBe(false);
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

  test('differs key by key: a value of 80 characters is whole, and a longer one is cut', () => {
    const specOf = (length: number) => `${'s'.repeat(length - '".md"'.length)}.md`;
    const withSpec = (length: number) => parse(LEAST.replace('specs/slugify.md', specOf(length)));
    expect(findConfigChanges(describeConfig(NOW), parse(LEAST))).toEqual([]);
    expect(findConfigChanges(describeConfig(withSpec(80)), withSpec(81))).toEqual([
      { key: 'work.spec', from: `"${specOf(80)}"`, to: `"${specOf(81)}"`.slice(0, 80).concat('…') },
    ]);
  });

  test('has the spec that was given when it began, and no other change', () => {
    const given = configOfSpec(NOW, 'specs/other.md');
    expect(isConfigOf(hashConfig(given), NOW)).toBe(false);
    const ruling = (config: Config) => withRecordedChoices(config, describeConfig(given));
    expect(ruling(NOW)).toEqual({ ...NOW, work: { spec: 'specs/other.md', given: true } });
    const changed = ruling(parse(`${LEAST}integrity: warn\n`));
    expect(isConfigOf(hashConfig(given), changed)).toBe(false);
    // The spec of the config is none that was given.
    expect(configOfSpec(NOW, NOW.work.spec)).toBe(NOW);
  });
});
