import { describe, expect, it } from 'vitest';
import { renderInitiation } from '../../../src/cli/render/initiation.ts';

describe('renderInitiation', () => {
  it('names every place to fill in, with its line', () => {
    const config = 'version: 1\nagent:\n  # FILL IN: the agent.\n  command: [a]\n# FILL IN: git.\n';
    expect(renderInitiation('dualgate.yaml', config, [])).toMatchInlineSnapshot(`
      "Wrote dualgate.yaml.
      Found no known agent on the PATH.
      Fill in what dualgate could not detect:
        dualgate.yaml:3  the agent.
        dualgate.yaml:5  git.
      Next:
        dualgate doctor --try-agent  find what prevents a run
        dualgate run --dry-run       see what a run would do"
    `);
  });

  it('names the agents that were found', () => {
    const claude = { use: 'claude', title: 'Claude Code', path: '/usr/bin/claude' } as const;
    const pi = { use: 'pi', title: 'pi', path: '/usr/bin/pi' } as const;
    const codex = { use: 'codex', title: 'Codex', path: '/usr/bin/codex' } as const;
    const found = (...agents: Parameters<typeof renderInitiation>[2]) =>
      renderInitiation('dualgate.yaml', 'version: 1\n', agents).split('\n')[1];
    expect(found(claude, codex, pi)).toBe('Found Claude Code (/usr/bin/claude). Also here: Codex, pi.');
    expect(found(pi)).toBe('Found pi (/usr/bin/pi).');
    expect(renderInitiation('dualgate.yaml', 'version: 1\n', [])).toBe(
      [
        'Wrote dualgate.yaml.',
        'Found no known agent on the PATH.',
        'Next:',
        '  dualgate doctor --try-agent  find what prevents a run',
        '  dualgate run --dry-run       see what a run would do',
      ].join('\n'),
    );
  });
});
