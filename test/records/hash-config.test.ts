import { describe, expect, test } from 'vitest';
import { hashConfig, isConfigOf, rulingConfig } from '../../src/records/hash-config.ts';
import { LEAST, parse } from '../config/a-config.ts';

const NOW = parse(LEAST);
/** The values of a run from before these keys were there. */
const THEN = parse(`${LEAST}criteria_ids: ignore\nmutation_check: { percent: 1 }\n`);

describe('the config of a run', () => {
  test('rules as it is where the run began under it', () => {
    expect(isConfigOf(hashConfig(NOW), NOW)).toBe(true);
    expect(rulingConfig(hashConfig(NOW), NOW)).toBe(NOW);
  });

  test('keeps the rules of a run that began before a key was there', () => {
    const hash = hashConfig(THEN);
    expect(hash).not.toBe(hashConfig(NOW));
    expect(isConfigOf(hash, NOW)).toBe(true);
    expect(rulingConfig(hash, NOW)).toMatchObject({ criteria_ids: 'ignore', mutation_check: { percent: 1 } });
  });

  test('is another one where another key changed too', () => {
    const other = parse(`${LEAST}integrity: warn\n`);
    expect(isConfigOf(hashConfig(THEN), other)).toBe(false);
    expect(rulingConfig(hashConfig(THEN), other)).toBe(other);
  });
});
