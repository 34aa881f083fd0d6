/**
 * The task list of a run: the state of each task, and a link to its run.
 *
 * @module
 */
import { useEffect, useRef } from 'preact/hooks';
import { STATUSES } from '../model/status-labels.ts';
import { countDone, listTaskRows, type TaskRow } from '../model/task-rows.ts';
import type { PageList, PageRun } from '../page-data.ts';
import { Chip } from './parts/chip.tsx';
import { Panel } from './parts/panel.tsx';
import { useOverflow } from './hooks/use-overflow.ts';

interface TaskListProps {
  readonly list: PageList;
  /** That is looked at. */
  readonly run: string;
  /** That can be looked at. */
  readonly runs: readonly PageRun[];
  readonly choose: (run: string) => void;
}

export const TaskList = ({ list, run, runs, choose }: TaskListProps) => {
  const box = useRef<HTMLDivElement>(null);
  const isCut = useOverflow(box);
  // Scrolls the selected task of a long list into view.
  useEffect(() => {
    const { current } = box;
    const shown = current?.querySelector<HTMLElement>('.task-shown') ?? null;
    if (current !== null && shown !== null)
      current.scrollTop = shown.offsetTop + shown.offsetHeight / 2 - current.clientHeight / 2;
  }, [run, isCut]);
  return (
    <Panel
      id="tasks"
      title="Task list"
      aside={
        <>
          {isCut && <span>scroll it for the rest</span>}
          <span class="count-done">{countDone(list)}</span>
          <Chip shown={STATUSES[list.status]} />
        </>
      }
    >
      {list.why !== '' && (
        <p class="tasks-why">
          <bdi>{list.why}</bdi>
        </p>
      )}
      <div class="tasks-box" ref={box} tabIndex={isCut ? 0 : undefined} role="region" aria-label="Tasks of the list">
        <ol class="tasks">
          {listTaskRows(list).map((row) => (
            <Task
              key={row.task}
              row={row}
              isShown={row.run === run}
              choose={runs.some((each) => each.run === row.run) ? choose : null}
            />
          ))}
        </ol>
      </div>
      {list.done_before.length > 0 && (
        <p class="tasks-foot muted">
          done before: <bdi>{list.done_before.join(', ')}</bdi>
        </p>
      )}
    </Panel>
  );
};

interface TaskProps {
  readonly row: TaskRow;
  readonly isShown: boolean;
  /** Null where its run cannot be looked at here. */
  readonly choose: ((run: string) => void) | null;
}

const Task = ({ row: { name, run, shown, lines }, isShown, choose }: TaskProps) => (
  <li class={`task${isShown ? ' task-shown' : ''}`} aria-current={isShown ? 'true' : undefined}>
    <p class="task-head">
      {run === null || choose === null || isShown ? (
        <strong class="task-name">
          <bdi>{name}</bdi>
        </strong>
      ) : (
        <button type="button" class="link-button task-name" onClick={() => choose(run)} title="Show its run">
          <bdi>{name}</bdi>
        </button>
      )}{' '}
      <Chip shown={shown} />
    </p>
    {lines.map(({ label, text, isCode }) => (
      <p key={`${label} ${text}`} class="task-line">
        {label !== '' && <span class="muted">{label} </span>}
        {isCode ? <code>{text}</code> : <bdi>{text}</bdi>}
      </p>
    ))}
  </li>
);
