/** The exit signal of spec 003: one JSON object that begins a line, of a strict schema (rule 3.11). */
import type { Signal } from '../../../../gates/iteration.ts';
import { EXIT_REASONS, WORK_PHASES } from '../../../../machines/work-item.refusals.ts';
import { describeReason, type ExitSignal, PROTOCOL, VERSION, noncesIn, withoutNonces } from './exit-signal.ts';
import {
  createExitSignal,
  describeSwitchedOff,
  FLAG,
  isExitProtocolEnabled,
  readExitSignal,
} from './parse-exit-signal.ts';
import { jsonObject, anywhere, atStart } from '../../blocks/block-form.ts';
import type { Block } from '../../blocks/place-lines.ts';
import type { Dialect, ScriptedBlock } from '../dialect.ts';
import { unreadBlock, type SignalBinding } from '../../blocks/block-fields.ts';

const DEFAULT_WORK_PHASE = 'IMPLEMENTATION';

const CARRY_NONCE = 'write nonce:VALUE into "notes", with the value of $DUALGATE_NONCE';

const MAX_TEXT = 300;

export const apm2 = {
  name: 'apm2',
  source: 'the exit signal of spec 003',
  needles: [atStart('{'), anywhere(PROTOCOL)],
  // Agents print other JSON, too; one of another protocol is refused by name, one of none is not meant.
  forms: [jsonObject((text) => /protocol|phase_completed|exit_reason/.test(spellOut(text)))],
  signs: [`"protocol": "${PROTOCOL}"`, `"protocol":"${PROTOCOL}"`],
  judge: (block, binding) => {
    const read = readExitSignal(block.lines.join('\n'));
    const about = { dialect: 'apm2', line: block.line, carryNonce: CARRY_NONCE } as const;
    if ('problem' in read) return unreadBlock('schema_error', { ...about, detail: read.problem });
    return judgeSignal(read.signal, binding, about);
  },
  carriesNonce: (block, nonce) => {
    const nonces = noncesOf(block);
    return nonce !== '' && nonces.length > 0 && nonces.every((each) => each === nonce);
  },
  template: ({ nonce, workPhase = DEFAULT_WORK_PHASE }) => [
    '{',
    `  "protocol": "${PROTOCOL}",`,
    `  "version": "${VERSION}",`,
    `  "phase_completed": "${workPhase}",`,
    `  "exit_reason": "${EXIT_REASONS.join(' | ')}",`,
    `  "notes": "<one line>${nonce === null ? '' : ` nonce:${nonce}`}"`,
    '}',
  ],
  writeBlock: ({ isDone, nonce, workPhase = DEFAULT_WORK_PHASE }: ScriptedBlock) =>
    isDone
      ? `${JSON.stringify(
          createExitSignal({
            phase_completed: workPhase,
            exit_reason: 'completed',
            notes: 'as far as I can see',
            ...(nonce === null ? {} : { nonce }),
          }),
        )}\n`
      : '',
  words: {
    yes: '"exit_reason": "completed"',
    no: 'no such object at all',
    blocked: '"exit_reason": "blocked", or "error" after an error that ends the work, with the reason in "notes"',
  },
  optional: {
    block:
      'Add "pr_url" (an https URL) to the object when there is a pull request for this work, and "evidence_bundle_ref" (a path relative to the workspace) when there is an evidence bundle. Leave out a field that has no value.',
    command:
      'With exit or blocked, add --pr-url URL when there is a pull request for this work, and --evidence-bundle-ref PATH (relative to the workspace) when there is an evidence bundle. With blocked, add --error after an error that ends the work.',
  },
  workPhases: { names: WORK_PHASES, default: DEFAULT_WORK_PHASE },
  flag: { variable: FLAG, isOn: isExitProtocolEnabled, off: describeSwitchedOff() },
} as const satisfies Dialect;

const judgeSignal = (
  signal: ExitSignal,
  binding: SignalBinding,
  about: { readonly dialect: 'apm2'; readonly line: number; readonly carryNonce: string },
): Signal => {
  const { workPhase = DEFAULT_WORK_PHASE } = binding;
  const nonces = noncesIn(signal.notes ?? '');
  if (new Set(nonces).size > 1) return unreadBlock('duplicate_field', about);
  if (binding.nonce !== null && nonces.length === 0) return unreadBlock('nonce_missing', about);
  if (binding.nonce !== null && nonces[0] !== binding.nonce) return unreadBlock('stale_signal', about);
  if (signal.phase_completed !== workPhase) {
    const detail = `phase mismatch: expected '${workPhase}', got '${signal.phase_completed}'`;
    return unreadBlock('phase_mismatch', { ...about, detail });
  }
  const value = signal.exit_reason === 'completed';
  const notes = withoutNonces(signal.notes ?? '').slice(0, MAX_TEXT);
  const { pr_url, evidence_bundle_ref } = signal;
  return {
    ...unreadBlock(value ? 'explicit_true' : 'explicit_false', about),
    value,
    status: value ? 'COMPLETE' : 'BLOCKED',
    blockers: value ? [] : [notes === '' ? describeReason(signal.exit_reason) : notes],
    told: {
      exit_reason: signal.exit_reason,
      ...(notes === '' ? {} : { because: notes }),
      ...(pr_url === undefined ? {} : { pr_url }),
      ...(evidence_bundle_ref === undefined ? {} : { evidence_bundle_ref }),
    },
  };
};

const noncesOf = (block: Block): readonly string[] => {
  const read = readExitSignal(block.lines.join('\n'));
  return 'signal' in read ? noncesIn(read.signal.notes ?? '') : [];
};

/** Letters as they are, however they are spelt in JSON. */
const spellOut = (text: string): string =>
  text.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
