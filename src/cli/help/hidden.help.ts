/** The help of the commands that dualgate starts itself. */
import { type CommandHelp, CONFIG_OPTION } from '../command.ts';

export const watchdogHelp: CommandHelp = {
  operands: 'RUN FOLDER',
  maxOperands: 2,
  options: {},
  examples: ['dualgate watchdog 20260113-071402-5c1f9a /home/ann/project'],
  exits: { 0: 'no process of the run is left' },
};

export const scriptedAgentHelp: CommandHelp = {
  operands: 'FILE',
  maxOperands: 1,
  options: {},
  examples: ['dualgate scripted-agent agent.yaml'],
  exits: { 0: 'the turn was played' },
};

export const sessionLoopHelp: CommandHelp = {
  operands: '[SPEC]',
  maxOperands: 1,
  options: { ...CONFIG_OPTION },
  examples: ['dualgate session-loop'],
  exits: { 0: 'the run of the session completed' },
};
