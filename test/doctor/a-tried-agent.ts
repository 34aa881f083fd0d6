/**
 * An agent of a few lines of shell in a real little project. `asked NAME` gives what the prompt asks for; `obey` does what
 * it can be seen by; `speak` runs the signal command, `claim` prints the block.
 */
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type Config, parseConfig } from '../../src/read-config/parse-config.ts';
import { aRepository, git, write } from '../evidence/a-repository.ts';

const PRELUDE = `#!/bin/sh
prompt=$(cat)
asked() { printf '%s\\n' "$prompt" | sed -n "s/^ *$1: //p" | head -n 1; }
speak() { sh -c "$(asked speak)" >&2; }
obey() { asked text > "$(asked file)"; sh -c "$(asked command)"; }
claim() {
  printf '%s\\n' ---PRP_PHASE_STATUS--- "PHASE: $DUALGATE_PHASE" "ITERATION: $DUALGATE_ITERATION" \\
    "NONCE: \${1:-$DUALGATE_NONCE}" 'STATUS: COMPLETE' 'EXIT_SIGNAL: true' ---END_PRP_PHASE_STATUS---
}
`;

export interface TriedAgent {
  readonly folder: string;
  readonly config: Config;
}

/** @param body - of the agent @param spoil - keys of the config's `agent` that differ */
export const aTriedAgent = async (body: string, spoil: object = {}): Promise<TriedAgent> => {
  const text = stringify({
    version: 1,
    work: { spec: 'spec.md' },
    agent: { command: ['./agent.sh'], timeout: '20s', grace: '200ms', ...spoil },
    tests: { command: 'node --test', timeout: '30s' },
  });
  const folder = await aRepository({
    'package.json': '{ "type": "module" }\n',
    'spec.md': '- [ ] AC-1: one is 1\n',
    'dualgate.yaml': text,
    'agent.sh': PRELUDE + body,
    'src/one.js': 'export const one = 1;\n',
  });
  await chmod(join(folder, 'agent.sh'), 0o755);
  await git(folder, 'commit', '--quiet', '--all', '--message', 'a program');
  await write(folder, { '.git/info/exclude': 'ignored/\n' });
  return { folder, config: parseConfig(text, { path: join(folder, 'dualgate.yaml'), readFile: () => '' }) };
};
