#!/usr/bin/env bash
# commander 15.1.0, yargs 18.2.0, cac 7.1.0, citty 0.2.2, sade 1.8.1, cleye 2.7.0, gunshi 0.37.2,
# @drizzle-team/brocli 0.12.1, @stricli/core 1.3.0, clipanion 3.2.1 and meow 14.1.0 (npm), a slip of the pen on
# the command line of "deploy" with a declared --dry-run, 2026-11-30.
#
# Guess: an option that was not declared is an error, at least below a command that declares its options, and a
# command that does not exist ends with another code than 0.
# Behaviour: in six of eleven `deploy --dry-rn` deploys. In three `deplo` does nothing and ends with 0; for
# meow, which has no commands, it runs. Three read --dry-run=false as yes: two of them hand over the text "false".
# Seen (--dry-rn / deplo / --dry-run=false; "runs" is a real run, "dry" is none, a number is the exit code without one):
#   commander 1 1 1           yargs runs 0 runs       cac 1 0 dry        citty runs 1 runs
#   sade runs 1 dry           cleye runs 0 runs       gunshi runs 1 dry  brocli 1 1 runs
#   stricli 252 251 runs      clipanion 1 1 1         meow runs runs runs
#
# Why it matters: an agent guesses the spelling of options, and the run that should only have shown what would
# happen happens. Turn strict parsing on where there is a switch for it (yargs, cleye, meow, sade), and take exit
# code 0 of a tool for nothing unless it says what it did.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error commander@15.1.0 yargs@18.2.0 cac@7.1.0 citty@0.2.2 sade@1.8.1 cleye@2.7.0 gunshi@0.37.2 @drizzle-team/brocli@0.12.1 @stricli/core@1.3.0 clipanion@3.2.1 meow@14.1.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >deploy.mjs <<'JS'
const [, , library, ...words] = process.argv;
const argv = ['node', 'x', ...words];
const run = ({ dryRun, 'dry-run': dashed }) => console.log(dryRun || dashed ? 'dry' : 'runs');
const libraries = {
  commander: ({ Command }) => {
    const program = new Command();
    program.command('deploy').option('--dry-run').action(run);
    return program.parseAsync(argv);
  },
  yargs: ({ default: yargs }) => yargs(words).command('deploy', 'd', { 'dry-run': { type: 'boolean' } }, run).parseAsync(),
  cac: ({ cac }) => {
    const program = cac('x');
    program.command('deploy').option('--dry-run', 'd').action(run);
    return program.parse(argv);
  },
  citty: ({ runMain, defineCommand }) => {
    const deploy = defineCommand({ args: { 'dry-run': { type: 'boolean' } }, run: ({ args }) => run(args) });
    return runMain(defineCommand({ subCommands: { deploy } }), { rawArgs: words });
  },
  sade: ({ default: sade }) => sade('x').command('deploy').option('--dry-run', 'd').action(run).parse(argv),
  cleye: ({ cli, command }) =>
    cli({ name: 'x', commands: [command({ name: 'deploy', flags: { dryRun: Boolean } }, ({ flags }) => run(flags))] }, undefined, words),
  gunshi: ({ cli, define }) => {
    const deploy = define({ name: 'deploy', args: { 'dry-run': { type: 'boolean' } }, run: ({ values }) => run(values) });
    return cli(words, { name: 'x', run: () => {} }, { subCommands: { deploy }, usageSilent: true });
  },
  '@drizzle-team/brocli': ({ boolean, command, run: start }) =>
    start([command({ name: 'deploy', options: { dryRun: boolean('dry-run') }, handler: run })], { argSource: argv }),
  '@stricli/core': (stricli) => {
    const docs = { brief: 'd' };
    const deploy = stricli.buildCommand({ func: run, parameters: { flags: { dryRun: { kind: 'boolean', brief: 'd', optional: true } } }, docs });
    const routes = stricli.buildRouteMap({ routes: { deploy }, docs });
    const program = stricli.buildApplication(routes, { name: 'x', scanner: { caseStyle: 'allow-kebab-for-camel' } });
    return stricli.run(program, words, { process });
  },
  clipanion: ({ Cli, Command, Option }) => {
    class Deploy extends Command {
      static paths = [['deploy']];
      dryRun = Option.Boolean('--dry-run');
      execute = async () => run(this);
    }
    const program = new Cli();
    program.register(Deploy);
    return program.runExit(words);
  },
  meow: ({ default: meow }) => run(meow('x', { importMeta: import.meta, argv: words, flags: { dryRun: { type: 'boolean' } } }).flags),
};
await libraries[library](await import(library));
JS
ask() {
  local code=0 said
  said=$(node deploy.mjs "$@" 2>/dev/null </dev/null) || code=$?
  if grep -qxE 'runs|dry' <<<"$said"; then echo "$said"; else echo "$code"; fi
}
for library in commander yargs cac citty sade cleye gunshi @drizzle-team/brocli @stricli/core clipanion meow; do
  echo "$library: $(ask $library deploy --dry-run) $(ask $library deploy --dry-rn) $(ask $library deplo) $(ask $library deploy --dry-run=false)"
done >seen
cat seen
is 'slips' "$(cat seen)" 'commander: dry 1 1 1
yargs: dry runs 0 runs
cac: dry 1 0 dry
citty: dry runs 1 runs
sade: dry runs 1 dry
cleye: dry runs 0 runs
gunshi: dry runs 1 dry
@drizzle-team/brocli: dry 1 1 runs
@stricli/core: dry 252 251 runs
clipanion: dry 1 1 1
meow: dry runs runs runs'
