import { expect, test } from 'vitest';
import { findStartedTools } from '../../../src/runners/replays/watch-replays.ts';
import { makeProject } from '../project.ts';

const find = async (command: string, scripts: Readonly<Record<string, string>> = {}, files = {}) => {
  const workspace = await makeProject({ 'package.json': JSON.stringify({ scripts }), ...files });
  return findStartedTools(command.split(' '), workspace).map(({ name }) => name);
};

test.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
  ['npx turbo run test', {}, ['turbo']],
  ['npm test', { test: 'turbo run test --filter=a' }, ['turbo']],
  ['npm test', { test: 'npm run unit && echo', unit: 'turbo test' }, ['turbo']],
  ['npm t', { test: 'vitest run', pretest: 'nx run-many -t build' }, ['nx']],
  ['npx nx test a', {}, ['nx']],
  ['npx lerna run test', {}, ['nx']],
  ['npm test', { test: 'wireit' }, ['wireit']],
  ['npm test', { test: 'FORCE=1 wireit' }, ['wireit']],
  ['moon run a:test', {}, ['moon']],
  ['yarn lage test', {}, ['lage']],
  // Others only prepare something, or are words of something else.
  ['npm test', { test: 'vitest run', build: 'turbo run build' }, []],
  ['npm test', { test: 'nx format:check && vitest run' }, []],
  ['npx turbo prune a', {}, []],
  ['vitest run turbo', {}, []],
])('%s with %j starts %j', async (command, scripts, tools) => {
  expect(await find(command, scripts)).toEqual(tools);
});

test('a task runner behind make is found', async () => {
  expect(await find('make test', {}, { Makefile: 'test:\n\tnpx turbo run test\n' })).toEqual(['turbo']);
});
