/**
 * The work items of the workspace: the phase of each, the holder of its lease, and a link to its run.
 *
 * @module
 */
import { countItems, describeNone, listItemRows } from '../model/item-rows.ts';
import type { PageItems } from '../page-data.ts';
import { RowPanel, type RunChoice } from './parts/row-panel.tsx';

interface ItemListProps extends RunChoice {
  readonly items: PageItems;
}

export const ItemList = ({ items, ...choice }: ItemListProps) => (
  <RowPanel
    {...choice}
    id="items"
    title="Work items"
    aside={<span class="count-done">{countItems(items)}</span>}
    label="Work items of the workspace"
    rows={listItemRows(items)}
    why={describeNone(items)}
  />
);
