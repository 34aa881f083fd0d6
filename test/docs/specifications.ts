/**
 * The criteria of the specifications: the source and the test of each, and where the floor overrules it. They are the tables of
 * docs/reference/specifications.md; a cell is Markdown.
 *
 * @module
 */
export interface CriteriaTable {
  readonly head: string;
  readonly rows: readonly string[];
}

/** By the name of the part of the page. */
export const SPECIFICATIONS: Readonly<Record<string, CriteriaTable>> = {
  'spec 000': {
    head: 'criterion | source | test',
    rows: [
      'Count completion pattern indicators | `src/signals/patterns/find-keywords.ts`, `src/evidence/measures/exit-gate.measure.ts` | `test/signals/patterns/find-keywords.test.ts`, `test/doctor/conformance/presets.jsonl`',
      'Parse explicit EXIT_STATUS signal | `src/signals/systems/cub/cub.dialect.ts` | `test/signals/conformance.test.ts`',
      'Require threshold + explicit signal for exit | `src/signals/systems/cub/cub.yaml`, `gates/decide.ts` | `test/gates/preset-conformance.test.ts`, `test/run/exit-gate/cub-run.system.test.ts`',
      'Configurable indicator threshold | `src/project/config/schema/config-schema.ts`, `src/cli/give-operator-command.ts`, `src/run/run-options.ts` | `test/project/config/exit-gate.test.ts`, `test/cli/commands/exit-gate-options.system.test.ts`, `test/run/exit-gate/cub-run.system.test.ts`',
      'Optional evidence-based indicators | `src/evidence/measures/exit-gate.measure.ts`, `src/evidence/measures/measures.ts` | `test/evidence/measures/exit-gate.measure.test.ts`',
      'Force-complete override flag | `src/cli/commands/run.command.ts`, `src/run/operator-commands/skip.operator-command.ts` | `test/cli/commands/exit-gate-options.system.test.ts`',
      'Logs exit gate decisions | `src/view/views.ts` | `test/run/exit-gate/cub-run.system.test.ts`, `test/evidence/measures/exit-gate.measure.test.ts`',
      'Works with circuit breaker | `machines/circuit-breaker.ts`, `src/loop/limits.ts`; `exit_gate.stagnation_threshold` (no number is specified; [a deadlock](../how-to/when-it-is-stuck.md#the-breaker) comes first) | `test/run/exit-gate/stagnation.system.test.ts`, `test/cli/commands/stuck-run.system.test.ts`',
    ],
  },
  'spec 000, other parts': {
    head: 'spec 000 | dualgate',
    rows: [
      'JSON configuration block | accepted, in YAML or JSON: `test/project/config/exit-gate.test.ts`',
      'prompt addition "Completion Protocol" | `src/signals/systems/cub/cub.dialect.ts`; the block is last in every prompt: `test/loop/prompts/prompts-of-presets.test.ts`',
      'a threshold for one run | in the report of that run: `test/page/report/make-report.test.ts`',
      '`--force-complete`, killed before it ends | completed by `resume`: `test/cli/commands/exit-gate-options.system.test.ts`',
    ],
  },
  'spec 000, overruled': {
    head: 'spec 000 | dualgate | why',
    rows: [
      '`require_explicit_signal: false` | refused | [rule 1.2](rules.md#12-the-exit-signal-is-explicit)',
      '`evidence_checks.tests: false` | refused | [rule 1.1](rules.md#11-both-gates-in-the-same-iteration)',
      'words reach the threshold although tests fail | held: `decided_by=other_clauses` | [rule 1.4](rules.md#14-all-tests-pass)',
      'any `EXIT_STATUS` in the output | the last block of the last message, with the nonce of the iteration | [rules 3.6 to 3.8](rules.md#36-the-last-opened-block-decides): quoted or replayed signals do not count',
      'the override bypasses the gate | the override lifts only the threshold, and is off by default | [rule 1.6](rules.md#16-only-an-operator-forces-a-phase)',
    ],
  },
  'spec 001': {
    head: 'requirement | source | test | overruled by the floor',
    rows: [
      'gates of the four phases | `src/signals/systems/prp/prp.yaml`, `gates/default-phases.ts` | `test/doctor/conformance/scenarios.test.ts` | RED needs new tests, and all files must load; REFACTOR needs changed sources; in DOCUMENT, tests stay green',
      'both gates in one iteration, no caching | `gates/decide.ts` | `test/doctor/conformance/answer-case.test.ts` | ',
      'no implicit signal | `src/signals/blocks/judge-fields.ts` | `test/signals/conformance.test.ts` | ',
      'two green runs, 100 % | `gates/floor.ts` | `test/gates/floor.test.ts` | ',
      'the state schema of a decision | `gates/decide.ts` | `test/gates/decide.test.ts` | ',
      'flaky tests reset the count | `machines/green-runs.actor.ts` | `test/machines/green-runs.actor.test.ts` | ',
      'gate 1 never satisfied: the breaker opens, an operator may skip | `machines/circuit-breaker.ts` | `test/machines/circuit-breaker.test.ts`, `test/cli/commands/stuck-run.system.test.ts` | three exit signals without gate 1 need human input earlier ([rule 4.5](rules.md#45-deadlocks-need-human-input))',
      'DUAL_GATE in every block | `src/signals/systems/prp/write-status-block.ts` | `test/signals/systems/prp/write-status-block.test.ts` | ',
      'premature signal is logged | `src/loop/decide.ts` | `test/run/create-run.system.test.ts` | ',
      'skipping sets `forced_exit` | `src/run/operator-commands/skip.operator-command.ts` | `test/run/operator-commands/live-and-later.system.test.ts` | operator only, with who and why',
    ],
  },
  'spec 002': {
    head: 'criterion | source | test | overruled by the floor',
    rows: [
      'DOYAKEN_STATUS block parsed from agent output when present | `src/signals/systems/doyaken/doyaken.dialect.ts` | `test/signals/conformance.test.ts` | ',
      'Completion confidence scored (0-100) per iteration | `gates/confidence.ts` | `test/gates/confidence.test.ts` | ',
      'Dual-condition gate prevents premature exit | `src/signals/systems/doyaken/doyaken.yaml` | `test/doctor/conformance/own.test.ts` | ',
      'Warning on repeated low-confidence completions | `src/evidence/measures/confidence.measure.ts` | `test/run/confidence/doyaken-run.system.test.ts` | ',
      'Phase prompts updated to request DOYAKEN_STATUS block | `src/loop/prompts/render-prompt.ts`, `src/signals/systems/doyaken/doyaken.yaml` | `test/loop/prompts/prompts-of-presets.test.ts` | ',
      'Confidence score and reasoning logged transparently | `src/view/views.ts` | `test/run/confidence/doyaken-run.system.test.ts` | ',
      'Works gracefully when status block is absent (degrades to keyword-only) | `gates/confidence.ts` | `test/gates/confidence.test.ts` | keywords add to the score, but cannot exit a phase',
      'Unit tests in test/unit/exit_detection.bats | likewise | `test/gates/confidence.test.ts`, `test/signals/patterns/find-keywords.test.ts` | ',
      'exit table: high confidence completes the task | `gates/decide.ts` | `test/doctor/conformance/own.test.ts` | a score is no signal ([rule 1.2](rules.md#12-the-exit-signal-is-explicit)); tests are measured ([rule 2.1](rules.md#21-dualgate-measures))',
    ],
  },
  'spec 003': {
    head: 'requirement | source | test | overruled by the floor',
    rows: [
      'schema, exact errors, unknown fields | `src/signals/systems/apm2/exit-signal.ts` | `test/signals/dialects.laws.test.ts`, `test/signals/conformance.test.ts` | ',
      'a typed builder | `src/signals/systems/apm2/parse-exit-signal.ts` | `test/signals/systems/apm2/exit-signal.test.ts` | ',
      'agents do not poll for CI | `src/signals/systems/apm2/apm2.yaml` | `test/loop/prompts/prompts-of-presets.test.ts` | ',
      'feature flag, off by default | `src/loop/turn/read-exit-signal.ts` | `test/loop/turn/read-exit-signal.test.ts` | ',
      'its error texts are shown | `src/records/events/turn.events.ts` | `test/end-to-end/exit-protocol.test.ts` | ',
      'AgentSessionCompleted in the ledger, as an event and by `notify` | `src/loop/record-session.ts` | `test/end-to-end/exit-protocol.test.ts`, `test/records/session-completed.test.ts`, `test/run/lock-run.test.ts` | `completed` counts only when both gates agree on the last phase of the work phase; the nonce is removed from the notes',
      '`AgentSessionCompleted::from_exit_signal` | `src/signals/systems/apm2/parse-exit-signal.ts` | `test/signals/systems/apm2/exit-signal.test.ts`, `test/docs/examples.system.test.ts` | ',
      '`pr_url`, `evidence_bundle_ref`: optional, and checked where they are given | `src/signals/systems/apm2/apm2.dialect.ts`, `src/loop/prompts/render-prompt.ts`, `src/signals/command/send-signal.ts` | `test/end-to-end/exit-protocol.test.ts` | ',
      'phase transitions | `machines/work-item.refusals.ts` | `test/records/session-completed.test.ts` | only both gates exit a phase',
      'blocked and error | `gates/decide.ts` | `test/doctor/conformance/own.test.ts` | ',
      'work items, `AgentSessionCompleted`, the lease, the next agent | `src/queue/items/`; the chart: `machines/work-item.machine.ts` | `test/queue/items/`, `test/machines/work-item/` | ',
      'CI runs automatically; `work show` prints notes, `pr_url` and `evidence_bundle_ref` | `src/queue/items/worker/settle.ts`, `src/queue/items/read-spec.ts` | `test/queue/items/worker.system.test.ts` | ',
      'invalid JSON: line and column | `src/signals/systems/apm2/parse-exit-signal.ts` | `test/signals/systems/apm2/parse-exit-signal.test.ts` | ',
      'leases | the stores: `src/queue/leases/` | `test/queue/leases/` | ',
    ],
  },
  'spec 004': {
    head: 'truth, requirement or criterion | source | test',
    rows: [
      '1, EXIT-02, success 2: the same task failing 3 times is detected | within a run: the breaker (`machines/circuit-breaker.ts`, with `same_error: 3` and no reopening from `src/signals/systems/gsd/gsd.yaml`); across runs: `work.attempts` (`src/queue/list/drive-list.ts`) | `test/run/exit-gate/plans-run.system.test.ts`, `test/machines/circuit-breaker.test.ts`',
      '2: the loop exits with STUCK, code 1 | `src/records/run-events.ts` | `test/end-to-end/exit-paths.test.ts`',
      '3: Ctrl+C finishes the current iteration | `machines/run.machine.ts` | `test/cli/commands/interrupted-run.system.test.ts`, `test/end-to-end/interrupt.test.ts`',
      '4, success 4: the reason is logged for review | `run.ended` of the ledger, and STATE.md (`src/view/state-page.ts`) | `test/end-to-end/exit-paths.test.ts`',
      '5, EXIT-01: all tests pass is detected | `src/runners/`, `gates/floor.ts` | `test/gates/floor.test.ts`',
      '6: all plans complete is detected | `src/evidence/criteria.ts`, `src/evidence/measures/plans.measure.ts` | `test/evidence/criteria.test.ts`',
      '7, EXIT-03, success 1: COMPLETED only when tests pass and requirements are done | `src/signals/systems/gsd/gsd.yaml` | `test/run/exit-gate/plans-run.system.test.ts`, `test/gates/preset-conformance.test.ts`',
      '8: tests pass, requirements are not done: the loop continues | `src/signals/systems/gsd/gsd.yaml` | `test/run/exit-gate/plans-run.system.test.ts`',
      'success 3: completion markers and an explicit exit signal | gate 2 of every phase | `test/gates/preset-conformance.test.ts` (`gsd-no-signal`)',
      'exit codes: COMPLETED 0, STUCK 1, ABORTED 2, INTERRUPTED 3 | `src/records/run-events.ts` | `test/end-to-end/ends-of-a-run.test.ts`, `test/end-to-end/interrupt.test.ts`',
    ],
  },
  'spec 004, overruled': {
    head: 'spec 004 | dualgate | why',
    rows: [
      "the agent's output says PASS and no FAIL | dualgate runs the suite | [rule 2.1](rules.md#21-dualgate-measures)",
      'the same task failing three times is STUCK | three exit signals in a row without completion: NEEDS_HUMAN, code 4 | [rule 4.5](rules.md#45-deadlocks-need-human-input)',
      'its implementation needs no signal | needs an explicit signal, as success 3 does | [rule 1.2](rules.md#12-the-exit-signal-is-explicit)',
      'an empty or missing ROADMAP.md counts as complete | needs at least one plan; a plan removed during the run stays open | [rule 1.5](rules.md#15-zero-of-zero-is-nothing)',
    ],
  },
  ralph: {
    head: 'requirement | source | test',
    rows: [
      'completion indicators, at least 2 | `src/signals/systems/ralph/ralph.yaml` | `test/gates/preset-conformance.test.ts`, `test/run/exit-gate/plans-run.system.test.ts`',
      'explicit `EXIT_SIGNAL: true` | `src/signals/systems/ralph/ralph.dialect.ts` | `test/signals/conformance.test.ts`',
      'every task of the fix plan ticked, except optional sections | `src/evidence/criteria.ts` | `test/evidence/criteria.test.ts`, `test/gates/preset-conformance.test.ts`',
      'several "done" signals in a row | not supported: earlier iterations do not count | [rule 1.1](rules.md#11-both-gates-in-the-same-iteration)',
    ],
  },
};

export const renderCriteria = ({ head, rows }: CriteriaTable): string =>
  [head, head.replaceAll(/[^|]+/g, ' --- ').trim(), ...rows].map((cells) => `| ${cells} |`).join('\n');
