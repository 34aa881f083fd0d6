import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyPath, sealValues } from '../../src/records/hash-config.ts';
import { aFolder } from '../evidence/a-repository.ts';

const aState = async () => ({ XDG_STATE_HOME: await aFolder() });

test('one value of one name is one word as long as the key is there, and no other value or name has it', async () => {
  const env = await aState();
  const [one, again] = [sealValues({ A: 'pin', B: 'pin' }, env), sealValues({ A: 'pin', B: 'pin' }, env)];
  expect(one).toEqual(again);
  expect(Object.values(one).every((word) => /^hmac-sha256:[0-9a-f]{64}$/.test(word))).toBe(true);
  expect(one['A']).not.toBe(one['B']);
  expect(sealValues({ A: 'pin ' }, env)['A']).not.toBe(one['A']);
  expect(sealValues({ A: 'pin' }, await aState())['A']).not.toBe(one['A']);
});

test('the key is 32 bytes for this user alone, and is made only when there is a value', async () => {
  const env = await aState();
  expect(sealValues({}, env)).toEqual({});
  expect(() => statSync(keyPath(env))).toThrow('ENOENT');
  sealValues({ A: 'pin' }, env);
  expect(readFileSync(keyPath(env), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  expect(statSync(keyPath(env)).mode & 0o777).toBe(0o600);
});

test('where no key can be kept, or one is spoilt, no word of a value is left but that it is there', async () => {
  const env = await aState();
  writeFileSync(join(env.XDG_STATE_HOME, 'dualgate'), 'no folder');
  expect(sealValues({ A: 'pin' }, env)).toEqual({ A: 'not kept' });
  const spoilt = await aState();
  sealValues({ A: 'pin' }, spoilt);
  chmodSync(keyPath(spoilt), 0o600);
  writeFileSync(keyPath(spoilt), 'short');
  expect(sealValues({ A: 'pin' }, spoilt)).toEqual({ A: 'not kept' });
});
