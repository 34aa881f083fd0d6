import { beforeEach, expect, test } from 'vitest';
import { hasBegun } from '../../src/cli/read-spec.ts';
import { lockRun } from '../../src/run/lock-run.ts';
import { configOfQuick, configOfSpec } from '../../src/project/config/config.ts';
import { describeConfig, hashConfig } from '../../src/records/hash-config.ts';
import { aStart } from '../records/a-start.ts';
import { aRun, RUN } from '../run/a-checkpointed-run.ts';
import { withAnchorsAside } from '../run/a-workspace.ts';

beforeEach(withAnchorsAside);

/** A workspace whose run was interrupted right after its start. @returns its config */
const interrupted = async ({ quick }: { readonly quick: boolean }) => {
  const { config } = await aRun();
  const begun = quick ? configOfQuick(config) : config;
  const { journal, close } = lockRun({ config: begun, run: RUN, as: 'new', now: () => new Date() });
  journal.write('run.started', aStart({ run: RUN, config: describeConfig(begun), config_hash: hashConfig(begun) }));
  journal.write('run.ended', { status: 'interrupted', why: 'Interrupted', exit_code: 3 });
  close();
  return config;
};

test('a run of the same work resumes, with the profile that it began with', async () => {
  const whole = await interrupted({ quick: false });
  expect(await hasBegun(whole, whole)).toBe(true);
  const quick = await interrupted({ quick: true });
  expect(await hasBegun(quick, configOfQuick(quick))).toBe(true);
});

test('a run of other work, or of all phases where the person asks for the quick ones, is refused with the way out', async () => {
  const whole = await interrupted({ quick: false });
  await expect(hasBegun(whole, configOfQuick(whole))).rejects.toThrow(/was not begun with --quick\. .* with --new\.$/);
  await expect(hasBegun(whole, configOfSpec(whole, 'other.md'))).rejects.toThrow(
    / and works on \S+\. .* with --new\.$/,
  );
});
