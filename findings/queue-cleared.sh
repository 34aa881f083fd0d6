#!/usr/bin/env bash
# p-limit 7.3.3, fastq 1.20.3, async 3.2.6, p-queue 10.0.0 and bottleneck 2.19.5 (npm), a queue that is cleared
# while a job waits in it, 2026-11-30.
#
# Guess: who waits for the job is told: its promise is rejected. It is cleared in the middle of a stop, and
# the caller has work to put back.
# Behaviour: in three of the five the promise never settles. When nothing else is left to do, Node ends the
# process with 0 in the middle of the function that waits; its `finally` does not run. fastq says so for
# killAndDrain as well, whose drained() resolves. p-queue rejects since version 10, and p-limit with
# rejectOnClear.
# Seen (what the caller sees; exit code):
#   p-limit clearQueue      nothing, 0      p-queue clear       rejected, 0
#   fastq kill              nothing, 0      bottleneck stop     rejected, 0
#   async queue.remove      nothing, 0      p-limit with rejectOnClear: rejected, 0
#
# Why it matters: a worker that stops its queue on SIGTERM looks as if it had ended well, while a lease is
# kept and a verdict was never written. Settle the jobs yourself, or wait with a signal of your own.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error p-limit@7.3.3 fastq@1.20.3 async@3.2.6 p-queue@10.0.0 bottleneck@2.19.5 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >clear.mjs <<'JS'
const which = process.argv[2];
const load = async (name) => (await import(name)).default;
const job = (value) => () => new Promise((resolve) => setTimeout(() => resolve(value), 200));
const queues = {
  'p-limit': async () => {
    const limit = (await load('p-limit'))(1);
    limit(job(1));
    return [limit(job(2)), () => limit.clearQueue()];
  },
  rejectOnClear: async () => {
    const limit = (await load('p-limit'))({ concurrency: 1, rejectOnClear: true });
    limit(job(1));
    return [limit(job(2)), () => limit.clearQueue()];
  },
  fastq: async () => {
    const queue = (await load('fastq')).promise((value) => job(value)(), 1);
    queue.push(1);
    return [queue.push(2), () => queue.kill()];
  },
  async: async () => {
    const queue = (await load('async')).queue((value) => job(value)(), 1);
    queue.pushAsync(1);
    return [queue.pushAsync(2), () => queue.remove(() => true)];
  },
  'p-queue': async () => {
    const queue = new (await load('p-queue'))({ concurrency: 1 });
    queue.add(job(1));
    return [queue.add(job(2)), () => queue.clear()];
  },
  bottleneck: async () => {
    const limiter = new (await load('bottleneck'))({ maxConcurrent: 1 });
    limiter.schedule(job(1));
    return [limiter.schedule(job(2)), () => limiter.stop()];
  },
};
const main = async () => {
  const [waits, clear] = await queues[which]();
  setTimeout(clear, 100);
  try {
    await waits;
    console.log('resolved');
  } catch {
    console.log('rejected');
  } finally {
    console.log('finally');
  }
};
main();
JS
for which in p-limit rejectOnClear fastq async p-queue bottleneck; do
  code=0
  said=$(node clear.mjs "$which" 2>/dev/null | paste -sd' ' -) || code=$?
  echo "$which: ${said:-nothing}, $code"
done >seen
cat seen
is 'queues' "$(cat seen)" 'p-limit: nothing, 0
rejectOnClear: rejected finally, 0
fastq: nothing, 0
async: nothing, 0
p-queue: rejected finally, 0
bottleneck: rejected finally, 0'
