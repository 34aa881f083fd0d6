import { describe, expect, test } from 'vitest';
import {
  createExitSignal,
  type ExitSignalParts,
  parseExitSignal,
  createSessionCompleted,
} from '../../../../src/signals/systems/apm2/parse-exit-signal.ts';
import { findProtocolProblem } from '../../../../src/loop/turn/read-exit-signal.ts';
import { readSignal } from '../../../../src/signals/signal-reader.ts';
import { BINDING } from '../../a-block.ts';

const ON = { AGENT_EXIT_PROTOCOL_ENABLED: 'true' };
const FIELDS = {
  protocol: 'apm2_agent_exit',
  version: '1.0.0',
  phase_completed: 'IMPLEMENTATION',
  exit_reason: 'completed',
};
const problemOf = (json: string, env: Readonly<Record<string, string>> = ON): string => {
  try {
    parseExitSignal(json, env);
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};
const spoilt = (fields: Readonly<Record<string, unknown>>) => problemOf(JSON.stringify({ ...FIELDS, ...fields }));

describe('an exit signal of spec 003', () => {
  test('is refused in the words of the specification', () => {
    expect(spoilt({ protocol: 'wrong_protocol' })).toBe(
      "unknown protocol: expected 'apm2_agent_exit', got 'wrong_protocol'",
    );
    expect(spoilt({ version: '2.0.0' })).toBe("unsupported version: expected '1.x', got '2.0.0'");
    expect(problemOf('{"protocol": x}')).toMatch(/^invalid JSON: /);
    expect(problemOf(JSON.stringify(FIELDS), {})).toBe(
      'exit signal validation is disabled (AGENT_EXIT_PROTOCOL_ENABLED=false)',
    );
    const flags = ['true', '1', 'yes', 'TRUE', 'on', 'false', ''];
    expect(
      flags.filter((flag) => problemOf(JSON.stringify(FIELDS), { AGENT_EXIT_PROTOCOL_ENABLED: flag }) === 'none'),
    ).toEqual(['true', '1', 'yes']);
  });

  test.each<[Readonly<Record<string, unknown>>, string]>([
    [{ extra: 1 }, "unknown field 'extra'"],
    [{ __proto__: null, toString: 'x' }, "unknown field 'toString'"],
    [{ version: '1.0' }, "unsupported version: expected '1.x', got '1.0'"],
    [{ version: `1.0.${'0'.repeat(64)}` }, 'version too long: 68 bytes, at most 64'],
    [
      { phase_completed: 'implementation' },
      'invalid phase_completed: expected one of DRAFT, IMPLEMENTATION, CI_PENDING, READY_FOR_REVIEW, REVIEW, READY_FOR_MERGE, COMPLETED, BLOCKED, got "implementation"',
    ],
    [{ exit_reason: 'Completed' }, 'invalid exit_reason: expected one of completed, blocked, error, got "Completed"'],
    [{ exit_reason: undefined }, "missing field 'exit_reason'"],
    [{ notes: null }, 'invalid notes: expected a string'],
    [{ notes: 'ä'.repeat(5_121) }, 'notes too long: 10242 bytes, at most 10240'],
    [{ pr_url: 'http://a.test/1' }, 'invalid pr_url: expected an https URL'],
    [
      { pr_url: 'https://a.test/$(rm)' },
      'invalid pr_url: it contains a shell character, a blank or a control character',
    ],
    [
      { evidence_bundle_ref: '../../etc/passwd' },
      "invalid evidence_bundle_ref: it contains '..' or a control character",
    ],
    [{ evidence_bundle_ref: '/etc/passwd' }, 'invalid evidence_bundle_ref: expected a relative path'],
  ])('is refused with %j', (fields, problem) => {
    expect(spoilt(fields)).toBe(problem);
  });

  test('is refused with a duplicate key, however it is spelt', () => {
    const twice = (key: string) => JSON.stringify(FIELDS).replace('}', `,"${key}":"completed"}`);
    expect(problemOf(twice('exit_reason'))).toBe("duplicate field 'exit_reason'");
    expect(problemOf(twice(String.raw`exit_\u0072eason`))).toBe("duplicate field 'exit_reason'");
    expect(problemOf(JSON.stringify({ ...FIELDS, notes: '{"exit_reason":"blocked"}' }))).toBe('none');
  });

  test('has the nonce as a word of its notes, and is a yes for that iteration only', () => {
    const signal = createExitSignal({
      phase_completed: 'REVIEW',
      exit_reason: 'completed',
      notes: 'run twice',
      nonce: 'n-7f3a',
    });
    expect(signal).toEqual({
      protocol: 'apm2_agent_exit',
      version: '1.0.0',
      phase_completed: 'REVIEW',
      exit_reason: 'completed',
      notes: 'run twice nonce:n-7f3a',
    });
    const read = (text: string, spoil = {}) =>
      readSignal(text, { ...BINDING, workPhase: 'REVIEW', ...spoil }, { dialect: 'apm2' });
    const text = `Done.\n${JSON.stringify(signal, null, 2)}\n`;
    expect(read(text)).toEqual({
      value: true,
      source: 'block',
      dialect: 'apm2',
      line: 2,
      reason: 'explicit_true',
      status: 'COMPLETE',
      blockers: [],
      refactoring_complete: false,
      told: { exit_reason: 'completed', because: 'run twice' },
    });
    expect(read(text, { nonce: 'n-8' }).reason).toBe('stale_signal');
    expect(read(text.replace(' nonce:n-7f3a', '')).reason).toBe('nonce_missing');
    expect(read(text, { workPhase: undefined })).toMatchObject({
      reason: 'phase_mismatch',
      detail: "phase mismatch: expected 'IMPLEMENTATION', got 'REVIEW'",
    });
    expect(() => createExitSignal({ phase_completed: 'REVIEW', exit_reason: 'completed', pr_url: 'ftp://x' })).toThrow(
      'invalid pr_url: expected an https URL',
    );
  });

  test('with blocked or error needs human input, with its notes', () => {
    for (const exit_reason of ['blocked', 'error']) {
      const text = JSON.stringify({ ...FIELDS, exit_reason, notes: 'no credentials nonce:n-7f3a' });
      expect(readSignal(text, BINDING, { dialect: 'apm2' })).toMatchObject({
        value: false,
        status: 'BLOCKED',
        blockers: ['no credentials'],
      });
    }
  });

  test('is not replaced by other JSON, but by every later exit object, complete or cut', () => {
    const yes = JSON.stringify({ ...FIELDS, notes: 'nonce:n-7f3a' });
    const read = (after: string) => readSignal(`${yes}\n${after}`, BINDING, { dialect: 'apm2' }).reason;
    expect(['{"level":"info"}', '{ a: 1 }', '{\n  f();\n}', ' {"protocol":1}'].map(read)).toEqual(
      Array(4).fill('explicit_true'),
    );
    expect(['{"protocol":"x"}', String.raw`{"exit_\u0072eason":"blocked"}`, `${yes} and more`].map(read)).toEqual(
      Array(3).fill('schema_error'),
    );
    expect(read('{\n  "pro')).toBe('unterminated_block');
  });
});

describe('the event of a valid exit signal', () => {
  const made = (parts: Partial<ExitSignalParts> = {}) =>
    createExitSignal({ phase_completed: 'IMPLEMENTATION', exit_reason: 'completed', ...parts });

  test('contains the signal, without the nonce, and the next work phase', () => {
    const named = { pr_url: 'https://example.org/pull/7', evidence_bundle_ref: 'evidence/w.yaml' };
    const signal = made({ ...named, notes: 'run twice', nonce: 'n-7f3a' });
    expect(createSessionCompleted({ session_id: 's', actor_id: 'a', signal })).toEqual({
      session_id: 's',
      actor_id: 'a',
      phase_completed: 'IMPLEMENTATION',
      exit_reason: 'completed',
      ...named,
      notes: 'run twice',
      next_work_phase: 'CI_PENDING',
    });
    const bare = createSessionCompleted({ session_id: 's', actor_id: 'a', signal: made({ nonce: 'n-7f3a' }) });
    expect(Object.keys(bare)).toEqual(['session_id', 'actor_id', 'phase_completed', 'exit_reason', 'next_work_phase']);
  });

  test('is not made from an invalid one', () => {
    const signal = { ...made(), version: '2.0.0' };
    expect(() => createSessionCompleted({ session_id: 's', actor_id: 'a', signal })).toThrow(
      "unsupported version: expected '1.x', got '2.0.0'",
    );
  });
});

test('a run that is configured for it does not start while it is switched off', () => {
  const signals = { dialect: 'apm2', require_nonce: true, phase_map: {} } as const;
  expect(findProtocolProblem({ signals }, {})).toBe(
    'signals.dialect is apm2, and exit signal validation is disabled (AGENT_EXIT_PROTOCOL_ENABLED=false). Set AGENT_EXIT_PROTOCOL_ENABLED=true in the environment of dualgate, or choose another dialect.',
  );
  expect(findProtocolProblem({ signals }, ON)).toBeNull();
  expect(findProtocolProblem({ signals: { ...signals, dialect: 'prp' } }, {})).toBeNull();
});
