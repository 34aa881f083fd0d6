import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import { NO_PROGRAM } from '../../src/project/config/choose-agent.ts';
import { findUnmet } from '../../src/run/preflight.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
  mkdirSync(join(folder, 'workspace'));
  writeFileSync(join(folder, 'workspace', 'tell'), '#!/bin/sh\n');
  chmodSync(join(folder, 'workspace', 'tell'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const problemsOf = (notify: string) =>
  findUnmet(
    parseConfig(`work: { spec: a }\nagent: { command: a }\ntests: { command: node --test }\nnotify: ${notify}\n`, {
      path: join(folder, 'workspace', 'dualgate.yaml'),
      readFile: () => '',
    }),
    { gates: [], agent: NO_PROGRAM },
    'settings',
  );

describe('a command of notify, before any cost', () => {
  it('is fine when its program is outside, and when there is none', async () => {
    expect(await problemsOf('{ any: sh -c true, stuck: /bin/sh }')).toEqual([]);
    expect(await problemsOf('{}')).toEqual([]);
  });

  it('is named when its program is missing', async () => {
    expect(await problemsOf('{ stuck: no-such-program x }')).toEqual([
      'The program of notify.stuck was not found outside the workspace: no-such-program. Install it, or correct notify.stuck.',
    ]);
  });

  it('is refused when its program leads into the workspace, by a link too', async () => {
    symlinkSync(join(folder, 'workspace', 'tell'), join(folder, 'tell'));
    expect(await problemsOf(`{ any: ["${join(folder, 'tell')}"] }`)).toEqual([
      `The program of notify.any is in the workspace, where the agent can replace it: ${join(folder, 'workspace', 'tell')}. Move it elsewhere.`,
    ]);
  });
});
