import { describe, expect, it } from 'vitest';
import { renderInitiation } from '../../../src/cli/render/initiation.ts';

describe('renderInitiation', () => {
  it('names every place that is left to a person, with its line', () => {
    const config = 'version: 1\nagent:\n  # FILL IN: the agent.\n  command: [a]\n# FILL IN: git.\n';
    expect(renderInitiation('dualgate.yaml', config)).toMatchInlineSnapshot(`
      "Wrote dualgate.yaml.
      What could not be seen from here is yours to fill in:
        dualgate.yaml:3  the agent.
        dualgate.yaml:5  git.
      Then see what a run would do: dualgate run --dry-run"
    `);
  });

  it('says so when there is none', () => {
    expect(renderInitiation('dualgate.yaml', 'version: 1\n')).toBe(
      'Wrote dualgate.yaml.\nThen see what a run would do: dualgate run --dry-run',
    );
  });
});
