/** `dualgate hook`: adds the hooks of a session to an agent program, and removes them. */
import { refuseInsideTurn } from '../../run/operator-commands/refuse-inside-turn.ts';
import { findHost, HOST_NAMES, HOSTS } from '../../agents/hosts/hosts.ts';
import { type Host, listLimits } from '../../agents/hosts/host.ts';
import { findHookProblems, isInstalled, settingsOf } from '../../agents/hosts/installed-hooks.ts';
import { ownCommand } from '../../base/processes/watchdog.ts';
import { quoteWord } from '../../base/text/quote-text.ts';
import { type Command, suggest, type Values, UsageError } from '../command.ts';
import { carryOut, type Change, planInstall, planRemoval } from '../hook/settings-file.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';

export const hookCommand: Command = {
  run: async (values, [action, name], io) => {
    if (action === 'list') return list(values, io);
    if (action !== 'install' && action !== 'uninstall')
      throw new UsageError(
        action === undefined
          ? 'Missing ACTION: install, uninstall, list'
          : `Unknown action '${action}': install, uninstall, list`,
      );
    const host = findHost(name);
    if (host === undefined)
      throw new UsageError(
        name === undefined
          ? `Missing AGENT: ${HOST_NAMES.join(', ')}`
          : `Unknown agent '${name}': ${HOST_NAMES.join(', ')}${suggest(name, HOST_NAMES)}`,
      );
    refuseInsideTurn(`${action} hooks`, null);
    const change = action === 'install' ? planInstall(host, commandOf(host), io.env) : planRemoval(host, io.env);
    return apply(change, { host, action, values, io });
  },
};

/** One line for the shell of a host. */
const commandOf = ({ name }: Host): string => ownCommand('hook', 'run', name).map(quoteWord).join(' ');

interface Asked {
  readonly host: Host;
  readonly action: 'install' | 'uninstall';
  readonly values: Values;
  readonly io: CommandIo;
}

const apply = async (change: Change, { host, action, values, io }: Asked): Promise<number> => {
  const { path, before, after } = change;
  const says = async (done: string): Promise<void> => {
    const problems = action === 'install' ? await findHookProblems(io.cwd, io.env, { hosts: [host] }) : [];
    if (values['json'] === true)
      io.print(JSON.stringify({ agent: host.name, path, installed: isInstalled(host, io.env), problems }));
    else for (const line of [done, ...problems]) io.print(line);
  };
  if (before === after) {
    await says(
      action === 'install' ? `The hooks are in ${path} already.` : `There are no hooks of dualgate in ${path}.`,
    );
    return EXIT.ok;
  }
  if (values['json'] !== true) {
    io.print(`${path} will ${after === null ? 'be removed' : before === null ? 'be written' : 'change'}:`);
    for (const line of listChanges(before ?? '', after ?? '')) io.print(line);
  }
  if (values['yes'] !== true) {
    if (!io.isAnswerable) throw new UsageError('Cannot ask without a terminal. Use --yes to make this change');
    if (!/^y(?:es)?$/i.test(((await io.ask('Change it? [y/N] ')) ?? '').trim())) {
      io.print('Nothing was changed.');
      return EXIT.no;
    }
  }
  carryOut(change, io.env);
  await says(
    action === 'install'
      ? [`Installed for ${host.title}.`, ...listLimits(host), ...(host.advice === undefined ? [] : [host.advice])].join(
          ' ',
        )
      : `${path} is as it was before, without the hooks.`,
  );
  if (action === 'install' && values['json'] !== true)
    io.print('Start a session in your project: dualgate session start. Undo: dualgate hook uninstall ' + host.name);
  return EXIT.ok;
};

/** Lines that only one of the texts has. */
const listChanges = (before: string, after: string): readonly string[] => {
  const [old, now] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')];
  const [ofOld, ofNow] = [new Set(old), new Set(now)];
  return [
    ...old.filter((line) => line !== '' && !ofNow.has(line)).map((line) => `- ${line}`),
    ...now.filter((line) => line !== '' && !ofOld.has(line)).map((line) => `+ ${line}`),
  ];
};

const list = (values: Values, io: CommandIo): number => {
  const rows = Object.values<Host>(HOSTS).map((host) => ({
    agent: host.name,
    path: settingsOf(host, io.env),
    installed: isInstalled(host, io.env),
  }));
  if (values['json'] === true) io.print(JSON.stringify({ agents: rows }));
  else
    for (const { agent, path, installed } of rows)
      io.print(`${agent.padEnd(8)}${installed ? 'installed' : 'not installed'}  ${path}`);
  return EXIT.ok;
};
