#!/usr/bin/env bash
# croner 11.0.0, cron 4.4.0, node-cron 4.6.0, node-schedule 2.1.1 and toad-scheduler 4.1.0 (npm), a job of each second
# that fails, and one that takes longer than a second, 2026-11-30.
#
# Guess: a scheduler reports the error and runs the job at its next time, and not twice at once.
# Behaviour: croner and node-schedule let the error through, which ends the process at the first run, all other jobs with
# it. The others go on. All but toad-scheduler start the job again while it is running: a job of 2.5 seconds runs
# three times at once.
# Seen in 4.6 seconds (runs of a job that throws, that rejects; exit code; a slow job):
#   croner            1, 1     exit 1    overlaps
#   node-schedule     1, 1     exit 1    overlaps
#   cron              many     0         overlaps
#   node-cron         many     0         overlaps
#   toad-scheduler    many     0         alone
#
# Why it matters: a backup that fails once ends the watcher beside it, and a slow night has three of them in one folder.
# Set catch and protect (croner), noOverlap (node-cron), waitForCompletion (cron), and catch in each job.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error croner@11.0.0 cron@4.4.0 node-cron@4.6.0 node-schedule@2.1.1 toad-scheduler@4.1.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >run.mjs <<'JS'
const [, , library, kind] = process.argv;
let runs = 0;
let active = 0;
let most = 0;
process.on('exit', (code) => console.log(`${library} ${kind}: ${kind === 'slow' ? most > 1 ? 'overlaps' : 'alone' : runs > 1 ? 'many' : runs}, ${code}`));
const jobs = {
  throws: () => {
    runs++;
    throw new Error('x');
  },
  rejects: async () => {
    runs++;
    throw new Error('x');
  },
  slow: async () => {
    most = Math.max(most, ++active);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    active--;
  },
};
const job = jobs[kind];
const each = '* * * * * *';
const start = {
  croner: ({ Cron }) => new Cron(each, job),
  cron: ({ CronJob }) => CronJob.from({ cronTime: each, onTick: job, start: true }),
  'node-cron': ({ default: cron }) => cron.schedule(each, job),
  'node-schedule': ({ default: schedule }) => schedule.scheduleJob(each, job),
  'toad-scheduler': ({ AsyncTask, SimpleIntervalJob, Task, ToadScheduler }) => {
    const task = kind === 'throws' ? new Task('t', job) : new AsyncTask('t', job);
    new ToadScheduler().addSimpleIntervalJob(new SimpleIntervalJob({ seconds: 1 }, task));
  },
};
start[library](await import(library));
setTimeout(() => process.exit(0), 4600);
JS
for library in croner cron node-cron node-schedule toad-scheduler; do
  for kind in throws rejects slow; do { node run.mjs $library $kind 2>/dev/null || true; } | grep "^$library" >"$library.$kind" & done
done
wait
seen=$(for library in croner cron node-cron node-schedule toad-scheduler; do cat $library.throws $library.rejects $library.slow; done)
echo "$seen"
is 'schedulers' "$seen" 'croner throws: 1, 1
croner rejects: 1, 1
croner slow: overlaps, 0
cron throws: many, 0
cron rejects: many, 0
cron slow: overlaps, 0
node-cron throws: many, 0
node-cron rejects: many, 0
node-cron slow: overlaps, 0
node-schedule throws: 1, 1
node-schedule rejects: 1, 1
node-schedule slow: overlaps, 0
toad-scheduler throws: many, 0
toad-scheduler rejects: many, 0
toad-scheduler slow: alone, 0'
