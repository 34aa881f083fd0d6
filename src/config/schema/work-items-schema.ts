/**
 * `work_items`, key by key: the work items of spec 003, their leases and the command of CI_PENDING. They are about many
 * runs: the hash of a run's config leaves them out.
 *
 * @module
 */
import { z } from 'zod';
import { duration } from './duration.ts';
import { command, map, text } from './fields.ts';

/** A longer lease would keep the item of a dead worker from others for too long. */
const LONGEST_LEASE_MS = 86_400_000;

export const workItemsSchema = map({
  remote: text('the URL of a Git remote, or an absolute path')
    .regex(/^(?!-)(?:\/|[^/]*:)/, 'must be the URL of a Git remote, or an absolute path')
    .optional()
    .describe(
      'Git remote whose refs hold the work items and their leases, for several machines. Default: the workspace of this machine. `dualgate work --remote URL` replaces it.',
    )
    .meta({ examples: ['ssh://git.example.org/project.git'] }),
  engine: text('the address of the ingress of a Restate server, such as http://127.0.0.1:8080')
    .regex(/^https?:\/\//, 'must be an http address')
    .optional()
    .describe(
      'Restate engine that keeps the leases and decides each iteration again (`dualgate serve`); needs `remote`, which keeps the rest. `dualgate work --engine URL` replaces it.',
    )
    .meta({ examples: ['http://127.0.0.1:8080'] }),
  lease: duration()
    .refine((ms) => ms <= LONGEST_LEASE_MS, { error: 'must be at most 24h' })
    .prefault('10m')
    .describe('How long a session holds a work item without renewing its lease. A worker renews it while it works.'),
  ci: command('npm run ci')
    .optional()
    .describe(
      'The command that decides about CI_PENDING by its exit code: a worker runs it in a clean checkout of the result. Without it, an exit signal completes CI_PENDING. No shell.',
    ),
  ci_timeout: duration().prefault('30m').describe('Time limit of `ci`.'),
});

/** After defaults; times in milliseconds. */
export interface WorkItemsConfig {
  /** `null`: the workspace. */
  readonly remote: string | null;
  /** `null`: the remote keeps the leases, too. */
  readonly engine: string | null;
  readonly lease_ms: number;
  /** `null`: an exit signal completes CI_PENDING. */
  readonly ci: readonly string[] | null;
  readonly ci_timeout_ms: number;
}

/** From the written keys to the shaped ones. */
export const shapeWorkItems = ({
  remote,
  engine,
  lease,
  ci,
  ci_timeout,
}: z.output<typeof workItemsSchema>): WorkItemsConfig => ({
  remote: remote ?? null,
  engine: engine ?? null,
  lease_ms: lease,
  ci: ci ?? null,
  ci_timeout_ms: ci_timeout,
});
