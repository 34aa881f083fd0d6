/**
 * `notify`, key by key: commands that report how a run ended, and that an agent session was completed.
 *
 * @module
 */
import { WITH_WORK_PHASES } from '../../systems/dialects.ts';
import { duration } from './duration.ts';
import { command, map } from './fields.ts';

const notifier = (example: string, meaning: string) => command(example).optional().describe(meaning);

export const notifySchema = map({
  completed: notifier('notify-send dualgate completed', 'Runs when the work is completed.'),
  stuck: notifier('notify-send dualgate stuck', 'Runs when a run ends as stuck.'),
  needs_human: notifier('/usr/local/bin/page-me', 'Runs when a run ends because it needs human input.'),
  crashed: notifier('/usr/local/bin/page-me', 'Runs when a run crashes with an error.'),
  any: notifier(
    '/usr/local/bin/mail-me',
    'Runs at each end that has no command of its own, including paused, aborted and interrupted.',
  ),
  session_completed: notifier(
    '/usr/local/bin/hand-over',
    `Runs when an agent completed a work phase, is blocked, or ended with an error (\`session.completed\`, with \`signals.dialect: ${WITH_WORK_PHASES.join(' or ')}\`). \`any\` does not cover it.`,
  ),
  timeout: duration().prefault('10s').describe('Time limit of one command.'),
});
