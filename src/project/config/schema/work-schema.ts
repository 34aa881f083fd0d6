/** The `work` of a config: one spec, or a list of specs for one night. */
import { z } from 'zod';
import {
  glob,
  listOf,
  map,
  wholeNumber,
  pattern,
  command,
  text,
  amount,
  oneOf,
  orNull,
  pathInside,
  whole,
} from './fields.ts';
import { duration } from './duration.ts';
import { plainPath } from '../plain-path.ts';

/** Optional: without it, nothing is scored. */
export const confidenceSchema = map({
  threshold: wholeNumber(0, 100)
    .default(70)
    .describe('The metric `confidence_threshold`, from 0 to 100. A score alone never satisfies a gate.'),
  keywords: listOf(pattern(), 'patterns')
    .default(['\\bcompleted?\\b', '\\bdone\\b', '\\bfinished\\b', '\\ball\\b.*\\bpass'])
    .describe(
      "Patterns (RE2) to find in the prose of the agent's last message. Case is ignored, and so are code, quotes and the status block.",
    ),
  done: listOf(glob(), 'globs')
    .default(['**/{done,*.done}/**'])
    .describe('Globs of finished task files. A task is finished when its spec was moved to such a path unchanged.'),
});

/** A longer lease would keep the item of a dead worker from others for too long. */
const LONGEST_LEASE_MS = 86_400_000;

/** `work_items` (spec 003), leases and the command of CI_PENDING. About many runs: no part of the hash of a run's config. */
export const workItemsSchema = map({
  remote: orNull(
    text('the URL of a Git remote, or an absolute path')
      .regex(/^(?!-)(?:\/|[^/]*:)/, 'must be the URL of a Git remote, or an absolute path')
      .meta({ examples: ['ssh://git.example.org/project.git'] }),
  ).describe(
    'Git remote whose refs hold the work items and their leases, for several machines. Default: the workspace of this machine. `dualgate work --remote URL` replaces it.',
  ),
  engine: orNull(
    text('the address of the ingress of a Restate server, such as http://127.0.0.1:8080')
      .regex(/^https?:\/\//, 'must be an http address')
      .meta({ examples: ['http://127.0.0.1:8080'] }),
  ).describe(
    'Restate engine that keeps the leases and decides each iteration again (`dualgate serve`); needs `remote`, which keeps the rest. `dualgate work --engine URL` replaces it.',
  ),
  lease: duration()
    .refine((ms) => ms <= LONGEST_LEASE_MS, { error: 'must be at most 24h' })
    .prefault('10m')
    .describe('How long a session holds a work item without renewing its lease. A worker renews it while it works.'),
  ci: orNull(command('npm run ci')).describe(
    'The command that decides about CI_PENDING by its exit code: a worker runs it in a clean checkout of the result. Without it, an exit signal completes CI_PENDING. No shell.',
  ),
  ci_timeout: duration().prefault('30m').describe('Time limit of `ci`.'),
}).transform(({ remote, engine, lease, ci, ci_timeout }) => ({
  remote,
  engine,
  lease_ms: lease,
  ci,
  ci_timeout_ms: ci_timeout,
}));

const entry = map({
  spec: pathInside()
    .describe('The spec of the task.')
    .meta({ examples: ['specs/api.md'] }),
  name: text('a name')
    .regex(/^[^\n]+$/, 'must be one line')
    .optional()
    .describe('Name of the task, in messages and in `needs`. Default: the path of its spec.'),
  needs: listOf(text('the spec or the name of another task'), 'specs or names of other tasks')
    .default([])
    .describe(
      'Tasks that must be done before this task starts. With `commits: true` it starts on the branch that contains the work of all of them.',
    )
    .meta({ examples: [['specs/core.md']] }),
  after: listOf(text('the spec or the name of another task'), 'specs or names of other tasks')
    .default([])
    .describe('The same as `needs`. A Markdown spec can have `after` in its front matter, too.')
    .meta({ examples: [['specs/core.md']] }),
}).refine(({ needs, after }) => needs.length === 0 || after.length === 0, {
  error: 'takes `needs` or `after`, not both',
});

const shapeEntry = (written: string | z.output<typeof entry>) => {
  if (typeof written === 'string') return { spec: plainPath(written), name: null, needs: [] };
  const { spec: path, name, needs, after } = written;
  return { spec: plainPath(path), name: name ?? null, needs: [...needs, ...after].map(plainPath) };
};

const isUnique = (paths: readonly string[]): boolean => new Set(paths.map(plainPath)).size === paths.length;

const spec = z.union(
  [
    pathInside(),
    listOf(pathInside().describe('A file with acceptance criteria.'), 'paths', 1).refine(isUnique, {
      error: 'must name each file once',
    }),
  ],
  { error: 'must be a path, or a list of paths' },
);

const specs = z.union(
  [
    glob(),
    listOf(
      z
        .union([glob(), entry], { error: 'must be a path, a glob, or a map of keys' })
        .describe('A spec, a folder, a glob, or a map with a spec and its needs.'),
      'specs',
      1,
    ),
  ],
  { error: 'must be a path, a folder, a glob, or a list of specs' },
);

const has = (key: string) => (value: object) => Object.hasOwn(value, key);
const onlyOfList = (key: string) =>
  whole((value) => has('specs')(value) || !has(key)(value), `takes ${key} only with \`specs\``);

/** How the file of a task is marked when it is done. */
const MARKS = ['checkboxes', 'front_matter', 'move'] as const;
export type Mark = (typeof MARKS)[number];

export const workSchema = map({
  spec: spec
    .optional()
    .describe(
      'File with the acceptance criteria, or a list of files: checkboxes in Markdown, a list below "Acceptance criteria", `spec.md` of Spec Kit or OpenSpec, or `prd.json`. The files are frozen when a run starts.',
    )
    .meta({ examples: ['specs/slugify.md'] }),
  specs: specs
    .optional()
    .describe(
      'Several specs. Replaces `spec`. Each is a task with its own run, in the given order. A folder (its Markdown files), a glob, or a list.',
    )
    .meta({ examples: ['specs/'] }),
  done: oneOf(MARKS)
    .optional()
    .describe(
      'With `specs`: how dualgate marks a finished task in its file. `checkboxes`: tick its boxes. `front_matter`: set `status: done` in its front matter. `move`: move the file to `done/` beside it. Default: checkboxes.',
    ),
  attempts: wholeNumber(1, 100)
    .optional()
    .describe('With `specs`: how often a task may end as stuck before dualgate gives it up. Default: 3.')
    .meta({ examples: [3] }),
  minutes: wholeNumber(1, 30_000)
    .optional()
    .describe(
      'With `specs`: time limit of the task list. After it, no further task starts. Default: none, as each run has its own limit.',
    )
    .meta({ examples: [600] }),
  workers: wholeNumber(1, 64)
    .optional()
    .describe(
      'With `specs`: how many tasks run at the same time, each in its own worktree. Finished branches are merged into the branch of the checkout, if the suite passes on the merged files. Needs `commits: true` and `workspace: worktree`. Default: one task at a time, and nothing is merged.',
    )
    .meta({ examples: [4] }),
  cost: amount(1_000_000)
    .optional()
    .describe('With `specs`: maximum cost of all runs of the list together, in US dollars. Default: none.')
    .meta({ examples: [100] }),
  tokens: wholeNumber(1)
    .optional()
    .describe('With `specs`: maximum number of tokens of all runs of the list together. Default: none.')
    .meta({ examples: [50_000_000] }),
  calls_per_hour: wholeNumber(1)
    .optional()
    .describe(
      'With `specs`: maximum number of agent turns in one hour, of all runs of the list together. Default: none.',
    )
    .meta({ examples: [200] }),
})
  .refine(...whole((value) => has('spec')(value) || has('specs')(value), 'needs a `spec`, or `specs`'))
  .refine(...whole((value) => !(has('spec')(value) && has('specs')(value)), 'takes a spec or `specs`, not both'))
  .refine(...onlyOfList('done'))
  .refine(...onlyOfList('attempts'))
  .refine(...onlyOfList('minutes'))
  .refine(...onlyOfList('workers'))
  .refine(...onlyOfList('cost'))
  .refine(...onlyOfList('tokens'))
  .refine(...onlyOfList('calls_per_hour'))
  .transform(({ spec: written, specs: entries, ...list }) => {
    // '' for a task list.
    const [first = '', ...more] = [written ?? []].flat().map(plainPath);
    return {
      work: { spec: first, ...(more.length > 0 && { more }) },
      list:
        entries === undefined
          ? null
          : {
              entries: [entries].flat().map(shapeEntry),
              done: list.done ?? 'checkboxes',
              attempts: list.attempts ?? 3,
              minutes: list.minutes ?? null,
              workers: list.workers ?? null,
              budget: {
                cost: list.cost ?? null,
                tokens: list.tokens ?? null,
                callsPerHour: list.calls_per_hour ?? null,
              },
            },
    };
  });
