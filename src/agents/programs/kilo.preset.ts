/** Kilo Code (`kilo run`), measured with 7.7.7. It grew out of opencode, with the same stream and command line. */
import { opencode } from './opencode.preset.ts';
import type { Preset } from './preset.ts';

export const kilo: Preset<'kilo'> = {
  ...opencode,
  name: 'kilo',
  title: 'Kilo Code',
  recorded: '7.7.7',
  program: 'kilo',
  env: { KILO_DISABLE_AUTOUPDATE: '1', KILO_TELEMETRY_LEVEL: 'off' },
  state: [
    { path: '.local/share/kilo' },
    { path: '.local/state/kilo' },
    { path: '.cache/kilo' },
    { path: '.config/kilo', settings: ['kilo.json', 'kilo.jsonc', 'AGENTS.md', 'agent', 'command', 'plugin'] },
  ],
};
