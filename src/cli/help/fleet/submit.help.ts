/**
 * The help of `dualgate submit`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../../command.ts';
import { CONFIG_OPTION, INGRESS_OPTION, JSON_OPTION } from '../../shared-options.ts';

export const submitHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    ...INGRESS_OPTION,
    item: { type: 'string', value: 'NAME', help: 'name of the item; default: from the path of its spec' },
    repository: { type: 'string', value: 'URL', help: 'what workers clone; default: the path of this repository' },
    again: { type: 'string', value: 'ITEM', help: 'continue an item that is stuck or needs human input' },
    ...JSON_OPTION,
  },
  notes: [
    'Submits the commit at HEAD. A config with a task list makes one item for each task.',
    'The same work can be submitted again: nothing changes.',
  ],
  examples: ['dualgate submit', 'dualgate submit --again specs-slugify'],
  exits: { 0: 'the fleet has the items' },
};
