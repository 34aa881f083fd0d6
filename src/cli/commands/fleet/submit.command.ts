/**
 * `dualgate submit`: gives the work of a config to a fleet.
 *
 * @module
 */
import { submitWork } from '../../../restate/submit-work.ts';
import { type Command, optional, text } from '../../command.ts';
import { openFleet } from '../../fleet/fleet-options.ts';
import { openOwnConfig } from '../../open-config.ts';
import { joinPlain } from '../../render/text/paint.ts';
import { EXIT } from '../../terminal/io.ts';
import { UsageError } from '../../usage-error.ts';

export const submitCommand: Command = {
  run: async (values, _operands, io) => {
    const again = text(values, 'again');
    if (again !== undefined && (values['item'] !== undefined || values['repository'] !== undefined))
      throw new UsageError("Option '--again' cannot be used with --item or --repository");
    const client = openFleet(values);
    const states =
      again === undefined
        ? await submitWork({
            config: openOwnConfig(values, io),
            client,
            ...optional('repository', text(values, 'repository')),
            ...optional('item', text(values, 'item')),
          })
        : [await client.again(again)];
    const items = states.map(({ work, status }) => ({ item: work.item, status }));
    if (values['json'] === true) io.print(JSON.stringify({ v: 1, items }));
    else io.print(joinPlain(items.map(({ item, status }) => `${item}: ${status}`)));
    return EXIT.ok;
  },
};
