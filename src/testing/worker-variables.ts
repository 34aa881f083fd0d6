/**
 * Variables by which a runner, or a Node, around us marks the processes that it starts. Whatever finds them takes itself for a part
 * of it, so nothing that we start may have them.
 *
 * @module
 */
import { askRunners } from './ask-runners.ts';

const OF_WORKERS = new RegExp(
  `^(?:${[...askRunners(({ marks }) => marks), 'NODE_CHANNEL_FD', 'NODE_UNIQUE_ID'].join('|')})$`,
);

export const isOfWorkers = (variable: string): boolean => OF_WORKERS.test(variable);
