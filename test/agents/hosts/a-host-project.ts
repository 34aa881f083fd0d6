/** A project of a host: RED and GREEN, without tests at first. */
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { aRepository } from '../../evidence/a-repository.ts';

export const aHostProject = (): Promise<string> =>
  aRepository({
    'package.json': '{ "type": "module" }\n',
    'spec.md': '- [ ] AC-1: one is 1\n',
    'dualgate.yaml': JSON.stringify({
      work: { spec: 'spec.md' },
      agent: { command: 'a-host' },
      tests: { command: 'node --test' },
      phases: DEFAULT_PHASES.filter(({ phase }) => phase === 'RED' || phase === 'GREEN'),
    }),
  });
