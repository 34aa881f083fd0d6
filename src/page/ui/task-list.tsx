/**
 * The task list of a run: the state of each task, and a link to its run.
 *
 * @module
 */
import { STATUSES } from '../model/status-labels.ts';
import { countTasks, listTaskRows } from '../model/task-rows.ts';
import type { PageList } from '../page-data.ts';
import { Chip } from './parts/chip.tsx';
import { RowPanel, type RunChoice } from './parts/row-panel.tsx';

interface TaskListProps extends RunChoice {
  readonly list: PageList;
}

export const TaskList = ({ list, ...choice }: TaskListProps) => (
  <RowPanel
    {...choice}
    id="tasks"
    title="Task list"
    aside={
      <>
        <span class="count-done">{countTasks(list)}</span>
        <Chip shown={STATUSES[list.status]} />
      </>
    }
    label="Tasks of the list"
    rows={listTaskRows(list)}
    why={list.why}
  >
    {list.done_before.length > 0 && (
      <p class="tasks-foot muted">
        done before: <bdi>{list.done_before.join(', ')}</bdi>
      </p>
    )}
  </RowPanel>
);
