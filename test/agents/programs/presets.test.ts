import { describe, expect, test } from 'vitest';
import { type Activity, readAgentOutput } from '../../../src/signals/envelopes/extractor.ts';
import type { Preset } from '../../../src/agents/programs/preset.ts';
import { commandOf, PRESET_NAMES, type PresetName, PRESETS } from '../../../src/agents/programs/presets.ts';
import { withLostSession } from '../../../src/agents/programs/classify-end.ts';
import { casesRecorded, endOf, recordingOf, versionsOf } from '../../recorded/recordings.ts';
import { type CaseName, CASE_NAMES } from '../real/cases.ts';
import { EXPECTED, expectedOf, FIRST_MEASURED } from './expected.ts';

/** The version that `EXPECTED` is of. */
const captureOf = (preset: Preset<PresetName>, name: CaseName): Buffer =>
  recordingOf(preset.name, FIRST_MEASURED[preset.name], name);

const RECORDINGS = PRESET_NAMES.flatMap((name) =>
  versionsOf(name).flatMap((version) => casesRecorded(name, version).map((each) => [name, version, each] as const)),
);

/** @param size - bytes of each chunk */
const readCapture = (preset: Preset<PresetName>, name: CaseName, size = 65_536) => {
  const activities: Activity[] = [];
  const reader = readAgentOutput(preset.createExtractor(), (activity) => activities.push(activity));
  const bytes = captureOf(preset, name);
  for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
  return { extracted: reader.end(), activities };
};

const exited = (exit_code: number | null) =>
  ({ ended: 'exited', exit_code, signal: null, ms: 1, left_running: [] }) as const;

describe.each(Object.values(PRESETS))('the preset of $title', (preset) => {
  test.for(RECORDINGS.filter(([name]) => name === preset.name))('reads the recording of %s %s: %s', (recording) => {
    const [name, version, each] = recording;
    const { exit_code, ...expected } = expectedOf(name, version, each);
    const reader = readAgentOutput(preset.createExtractor());
    reader.write(recordingOf(name, version, each));
    const extracted = reader.end();
    const end = endOf(name, version, each) ?? { exit_code };
    const facts = { said: extracted, ended: exited(end.exit_code), stderrTail: end.stderr ?? '' };
    const classified = preset.classify(withLostSession(facts, preset));
    expect({ exit_code: end.exit_code, extracted, classified }).toEqual({ exit_code, ...expected });
  });

  test('is recorded in two versions at least', () => {
    const versions = versionsOf(preset.name);
    expect([versions.length > 1, versions.at(-1)]).toEqual([true, preset.recorded]);
  });

  test('reads the same however the stream is cut', () => {
    for (const name of CASE_NAMES) {
      expect(readCapture(preset, name, 7).extracted).toEqual(EXPECTED[preset.name][name].extracted);
    }
  });

  test('shows that the agent works', () => {
    expect(readCapture(preset, 'honest').activities).toContain('working');
    expect(readCapture(preset, 'honest').activities).not.toContain('waiting');
  });

  test('believes no stream that was cut before its end', () => {
    const whole = captureOf(preset, 'honest').toString('utf8').trimEnd();
    const lines = whole.split('\n');
    for (let kept = 0; kept < lines.length; kept += 1) {
      const extractor = preset.createExtractor();
      for (const line of lines.slice(0, kept)) extractor.line(line);
      extractor.line((lines[kept] ?? '').slice(0, -2));
      expect(extractor.end().said).toBeNull();
    }
  });

  test('skips lines that are no events of its', () => {
    const extractor = preset.createExtractor();
    const lines = ['', 'npm warn', '[', '{', 'null', '[]', '42', '{"type":null}', '{"type":"result","result":[]}'];
    expect(lines.map((line) => extractor.line(line)).filter((it) => it === 'waiting')).toEqual([]);
    expect(extractor.end().said).toBeNull();
  });

  test('takes no word of an agent that ended badly for success', () => {
    const { extracted } = readCapture(preset, 'honest');
    const outcomes = [1, 130, 137, null].map((code) =>
      preset.classify({ said: extracted, ended: exited(code), stderrTail: 'npm warn\nboom\n' }),
    );
    const error = { kind: 'other', message: 'boom', resets_at: null };
    expect(outcomes).toEqual(Array.from({ length: 4 }, () => ({ outcome: 'crashed', error })));
  });

  test('keeps the prompt out of the arguments, and each turn in a session of its own', () => {
    const command = commandOf(preset, { resume: null, permissions: 'edit', model: null });
    expect(command.join(' ')).not.toMatch(/resume|--session\b|--continue|--id\b/);
  });

  test('says what ended a turn that was ended', () => {
    const said = readCapture(preset, 'honest').extracted;
    const end = { exit_code: null, signal: 'SIGKILL', ms: 1, left_running: [] };
    const classify = (ended: 'timed_out' | 'cancelled' | 'missing') =>
      preset.classify({ said, ended: { ...end, ended, problem: 'it is not there' }, stderrTail: '' });
    expect([classify('timed_out'), classify('cancelled'), classify('missing')]).toEqual([
      { outcome: 'timed_out', error: null },
      { outcome: 'crashed', error: { kind: 'other', message: 'ended by SIGKILL', resets_at: null } },
      { outcome: 'missing', error: { kind: 'other', message: 'it is not there', resets_at: null } },
    ]);
  });
});

describe('Codex in a folder that it does not trust', () => {
  const refusal = 'Not inside a trusted directory and --skip-git-repo-check was not specified.';
  const said = PRESETS.codex.createExtractor().end();
  const classify = (exit_code: number, stderrTail: string) =>
    PRESETS.codex.classify({ said, ended: exited(exit_code), stderrTail });

  test('is not allowed to work, which is a person’s to fix, and no crash', () => {
    expect(classify(1, `Reading prompt from stdin...\n${refusal}\n`)).toEqual({
      outcome: 'permission_denied',
      error: { kind: 'permission_denied', message: refusal, resets_at: null },
    });
  });

  test('comes from a line of its own at a failed end, and from nothing else', () => {
    expect(classify(0, `${refusal}\n`).outcome).toBe('empty');
    expect(classify(1, `a test said: ${refusal}\n`).outcome).toBe('crashed');
  });
});

describe('pi without a key', () => {
  const refusal = 'No API key found for the selected model.';
  const said = PRESETS.pi.createExtractor().end();
  const classify = (exit_code: number, stderrTail: string) =>
    PRESETS.pi.classify({ said, ended: exited(exit_code), stderrTail });

  test('is not authorised, which is a person’s to fix, and no crash', () => {
    expect(classify(1, `${refusal}\n\nUse /login to log into a provider.\n`)).toEqual({
      outcome: 'unauthorised',
      error: { kind: 'unauthorised', message: refusal, resets_at: null },
    });
  });

  test('comes from a line of its own at a failed end, and from nothing else', () => {
    expect(classify(0, `${refusal}\n`).outcome).toBe('empty');
    expect(classify(1, `a test said: ${refusal}\n`).outcome).toBe('crashed');
  });
});
