import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  channelPlaces,
  openChannelFolder,
  ownChannelPlaces,
  removeChannelFolder,
} from '../../src/base/channel-folder.ts';

const aFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const open = (env: Record<string, string>, workspace = '/nowhere') => {
  const places = openChannelFolder('20260113-103000-4f2a9c', workspace, env);
  onTestFinished(() => removeChannelFolder(places));
  return places;
};
const own = (runtime: string) => join(runtime, `dualgate-${userInfo().uid}`);
const MODE = 0o777;

test('the folder of a run is its user’s alone, and the operator’s socket is not where the agent may reach', () => {
  const runtime = aFolder();
  const places = open({ XDG_RUNTIME_DIR: runtime });
  const { folder, agent, signalSocket, operatorSocket, feedSocket } = places;
  expect(folder.startsWith(`${own(runtime)}/`)).toBe(true);
  for (const each of [own(runtime), folder, agent]) expect(lstatSync(each).mode & MODE).toBe(0o700);
  expect(signalSocket.startsWith(`${agent}/`)).toBe(true);
  expect([operatorSocket, feedSocket].filter((path) => path.startsWith(`${agent}/`))).toEqual([]);
});

test('what a killed loop left in it is gone', () => {
  const env = { XDG_RUNTIME_DIR: aFolder() };
  writeFileSync(open(env).operatorSocket, 'old');
  expect(() => lstatSync(open(env).operatorSocket)).toThrow('ENOENT');
});

test.each([
  ['a link to somewhere else', (base: string) => symlinkSync(aFolder(), base)],
  ['open to others', (base: string) => (mkdirSync(base), chmodSync(base, 0o755))],
  ['a file', (base: string) => writeFileSync(base, '')],
])('a place that is %s is passed over', (_what, make) => {
  const runtime = aFolder();
  make(own(runtime));
  expect(open({ XDG_RUNTIME_DIR: runtime }).folder.startsWith(runtime)).toBe(false);
});

test('a place within the workspace is passed over', () => {
  const workspace = aFolder();
  expect(open({ XDG_RUNTIME_DIR: workspace }, workspace).folder.startsWith(workspace)).toBe(false);
});

test('a place within the workspace is one whatever its name begins with', () => {
  const workspace = aFolder();
  const runtime = join(workspace, '..hidden');
  mkdirSync(runtime);
  expect(open({ XDG_RUNTIME_DIR: runtime }, workspace).folder.startsWith(workspace)).toBe(false);
});

test('a path that is too long for a socket is passed over', () => {
  const runtime = join(aFolder(), 'x'.repeat(90));
  mkdirSync(runtime);
  expect(open({ XDG_RUNTIME_DIR: runtime }).folder.startsWith(runtime)).toBe(false);
});

test('without a place, it says what is wrong with each and what to do', () => {
  expect(() => openChannelFolder('r', '/', { XDG_RUNTIME_DIR: '/nowhere' })).toThrow(
    /^Cannot open a folder for the sockets of the run r: \/nowhere\/\S+ is in the workspace; .*\. Set XDG_RUNTIME_DIR to a short path of your own\.$/,
  );
});

test('another terminal, with another environment, looks where the run may be', () => {
  const [preferred] = channelPlaces('r', {});
  expect(channelPlaces('r', { XDG_RUNTIME_DIR: '/elsewhere' }).map(({ folder }) => folder)).toContain(
    preferred?.folder,
  );
});

test('a run is looked for only where its folder is there and this user’s alone', () => {
  const env = { XDG_RUNTIME_DIR: aFolder() };
  const places = open(env);
  const found = () => ownChannelPlaces('20260113-103000-4f2a9c', env);
  expect(found()).toEqual([places]);
  chmodSync(own(env.XDG_RUNTIME_DIR), 0o777);
  expect(found()).toEqual([]);
  chmodSync(own(env.XDG_RUNTIME_DIR), 0o700);
  removeChannelFolder(places);
  symlinkSync(aFolder(), places.folder);
  expect(found()).toEqual([]);
});
