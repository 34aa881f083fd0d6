import { describe, expect, it } from 'vitest';
import { LEAST, parse, problemsOf } from './a-config.ts';

const withNotify = (text: string) => `${LEAST}notify:\n${text}`;

describe('notify', () => {
  it('sends nothing when it is missing, and takes lines and lists', () => {
    expect(parse(LEAST).notify).toEqual({ commands: {}, timeout_ms: 10_000 });
    expect(
      parse(withNotify('  stuck: notify-send "it is stuck"\n  any: [/usr/bin/mail, ada]\n  timeout: 3s\n')).notify,
    ).toEqual({
      commands: { stuck: ['notify-send', 'it is stuck'], any: ['/usr/bin/mail', 'ada'] },
      timeout_ms: 3_000,
    });
  });

  it.each([
    [
      'a program beside the config',
      './tell.sh',
      'must name a program on PATH, or the absolute path of one outside the workspace (got ./tell.sh)',
    ],
    [
      'one by a way through the workspace',
      'tools/tell.sh',
      'must name a program on PATH, or the absolute path of one outside the workspace (got tools/tell.sh)',
    ],
    [
      'one in the workspace',
      '/project/tell.sh',
      'names a file in the workspace, which the agent can replace (got /project/tell.sh). Move it out of the workspace',
    ],
    [
      'a script in the workspace',
      'node /elsewhere/../project/tell.mjs',
      'names a file in the workspace, which the agent can replace (got /elsewhere/../project/tell.mjs). Move it out of the workspace',
    ],
  ])('runs outside of every sandbox: %s is refused', (_, command, problem) => {
    expect(problemsOf(withNotify(`  stuck: ${command}\n`))).toEqual([`dualgate.yaml:9:10: notify.stuck ${problem}`]);
  });

  it('holds for approval.command, too, whose answer lets a phase be exited', () => {
    const phase = '{ phase: GREEN, purpose: p, confirm: true, gate_1: { condition: tests_failing == 0 } }';
    const withApproval = (command: string) => `${LEAST}phases: [${phase}]\napproval: { command: ${command} }\n`;
    expect(parse(withApproval('/usr/bin/ask-me')).approval).toEqual({
      command: ['/usr/bin/ask-me'],
      timeout_ms: 86_400_000,
    });
    expect(problemsOf(withApproval('./ask.sh'))).toEqual([
      'dualgate.yaml:9:22: approval.command must name a program on PATH, or the absolute path of one outside the workspace (got ./ask.sh)',
    ]);
    expect(problemsOf(`${LEAST}approval: { timeout: 1h }\n`)).toEqual([
      'dualgate.yaml:8:11: approval needs a phase with `confirm: true`',
    ]);
  });

  it('knows no other ends, and no shell', () => {
    expect(problemsOf(withNotify('  done: mail ada\n'))).toHaveLength(1);
    expect(problemsOf(withNotify('  stuck: echo x | mail ada\n'))).toHaveLength(1);
  });
});
