import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { CONFIG_PRESET_NAMES, CONFIG_PRESETS } from '../../src/signals/systems/systems.ts';
import { LEAST, parse, problemsOf } from '../project/config/a-config.ts';

const withPreset = (name: string, more = ''): string => `${LEAST}preset: ${name}\n${more}`;

describe('a preset', () => {
  it.each(CONFIG_PRESET_NAMES)('%s is the very file that people read', (name) => {
    const file = new URL(`../../src/signals/systems/${name}/${name}.yaml`, import.meta.url);
    expect(CONFIG_PRESETS[name]).toBe(readFileSync(file, 'utf8'));
  });

  it.each(CONFIG_PRESET_NAMES)('%s is in the form of a config: copied into one, it means the same', (name) => {
    const { preset, ...named } = parse(withPreset(name));
    const { preset: none, ...copied } = parse(`${LEAST}${CONFIG_PRESETS[name]}`);
    expect(preset).toBe(name);
    expect(none).toBe(null);
    expect(copied).toEqual(named);
  });

  it.each(CONFIG_PRESET_NAMES)(
    '%s names no agent, no tests and no file with phases: those are of a project',
    (name) => {
      const value: unknown = parseDocument(CONFIG_PRESETS[name]).toJS();
      expect(value).not.toHaveProperty('agent');
      expect(value).not.toHaveProperty('tests');
      expect(value).not.toHaveProperty('work');
      expect(value).not.toHaveProperty('preset');
      expect(value).toHaveProperty('phases[0].phase');
    },
  );
});

describe('a config over its preset', () => {
  it('stands over it key by key, and leaves it the rest', () => {
    const { signals } = parse(withPreset('cub', 'signals: { require_nonce: false }\n'));
    expect(signals).toEqual({ dialect: 'cub', require_nonce: false, phase_map: {} });
    expect(parse(withPreset('cub', 'signals: { dialect: prp }\n')).signals.dialect).toBe('prp');
  });

  it('has the phases that it names, and none of those of the preset', () => {
    const own = `phases:
  - { phase: ONLY, purpose: All of it, gate_1: { condition: tests_failing == 0 } }
`;
    expect(parse(withPreset('cub', own)).phases.map(({ phase }) => phase)).toEqual(['ONLY']);
    expect(parse(withPreset('cub')).phases.map(({ phase }) => phase)).toEqual(['RED', 'GREEN']);
  });

  it.each(CONFIG_PRESET_NAMES)(
    'has phases of its own over %s, and no key of the preset speaks of those that are gone',
    (name) => {
      const own = 'phases: [{ phase: ONLY, purpose: All of it, gate_1: { condition: tests_failing == 0 } }]\n';
      expect(problemsOf(withPreset(name, own))).toEqual([]);
    },
  );

  it.each(CONFIG_PRESET_NAMES)(
    'has another dialect than %s, and no key of the preset is for the one that it had',
    (name) => {
      expect(parse(withPreset(name, 'signals: { dialect: ralph }\n')).signals.dialect).toBe('ralph');
    },
  );

  it('names a phase_map of its own that names a removed phase of the preset', () => {
    const own = `signals: { phase_map: { GREEN: REVIEW } }
phases: [{ phase: ONLY, purpose: All of it, gate_1: { condition: tests_failing == 0 } }]
`;
    expect(problemsOf(withPreset('apm2', own))).toEqual([
      'dualgate.yaml:9:32: phase_map names an unknown phase (got GREEN). Use one of ONLY, or remove this key',
    ]);
  });

  it('names its own mistakes at their places, and a preset that does not exist', () => {
    expect(problemsOf(withPreset('cub', 'signals: { require_nonse: false }\n'))).toEqual([
      'dualgate.yaml:9:12: unknown key "require_nonse" in signals. Did you mean require_nonce?',
    ]);
    expect(problemsOf(withPreset('cup'))).toEqual([
      `dualgate.yaml:8:9: preset must be one of ${CONFIG_PRESET_NAMES.join(', ')} (got "cup"). Did you mean cub?`,
    ]);
    expect(problemsOf(withPreset('[cub]'))).toEqual([
      `dualgate.yaml:8:9: preset must be one of ${CONFIG_PRESET_NAMES.join(', ')} (got a list)`,
    ]);
  });

  it('is told at its preset where the preset does not go with it', () => {
    expect(problemsOf(withPreset('cub', 'confirmations: 7\n'))).toEqual([
      'dualgate.yaml:6:1: max_runs must be 7 or more, or GREEN can never be exited: its gate needs that many green runs (got 5)',
    ]);
    expect(problemsOf(withPreset('cub', 'signals: { phase_map: { RED: REVIEW } }\n'))).toEqual([
      'dualgate.yaml:9:23: phase_map needs `dialect: apm2` (got cub)',
    ]);
  });

  it('means the same whatever it is laid over when it says all itself', () => {
    const { phases, signals } = parse(withPreset('ralph', CONFIG_PRESETS.gsd));
    const gsd = parse(withPreset('gsd'));
    expect({ phases, signals }).toEqual({ phases: gsd.phases, signals: gsd.signals });
  });
});
