/** The command that plays a script as an agent: a hidden command of dualgate itself. */
import { ownCommand } from '../base/processes/watchdog.ts';

/** @param script - absolute path of the script */
export const scriptedCommand = (script: string): readonly string[] => ownCommand('scripted-agent', script);
