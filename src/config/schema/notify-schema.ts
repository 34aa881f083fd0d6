/**
 * `notify`, key by key: who is told how a run ended, and that a session was completed.
 *
 * @module
 */
import { WITH_WORK_PHASES } from '../../systems/dialects.ts';
import { duration } from './duration.ts';
import { command, map } from './fields.ts';

const notifier = (example: string, meaning: string) => command(example).optional().describe(meaning);

export const notifySchema = map({
  completed: notifier('notify-send dualgate completed', 'When the work is done.'),
  stuck: notifier('notify-send dualgate stuck', 'When a run ends as stuck.'),
  needs_human: notifier('/usr/local/bin/page-me', 'When a run ends because a person is needed.'),
  broke_off: notifier('/usr/local/bin/page-me', 'When a run breaks off with an error.'),
  any: notifier(
    '/usr/local/bin/mail-me',
    'At each end that has no command of its own; paused, aborted and interrupted too.',
  ),
  session_completed: notifier(
    '/usr/local/bin/hand-over',
    `When an agent completed a work phase, or ended blocked or by an error (\`session.completed\`, with \`signals.dialect: ${WITH_WORK_PHASES.join(' or ')}\`). \`any\` does not stand for it.`,
  ),
  timeout: duration().prefault('10s').describe('How long one of them may take.'),
});
