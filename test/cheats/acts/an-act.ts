/** An act of an honest agent, after its work in one phase. */
import { DO_THE_WORK } from '../../end-to-end/a-shell-agent.ts';
import type { HonestAct } from '../a-cheat.ts';

const act =
  (phase: HonestAct['phase']) =>
  (name: string, on: HonestAct['on'], ...does: readonly string[]): HonestAct => ({
    name,
    on,
    phase,
    does: [DO_THE_WORK, ...does],
  });

export const inRed = act('RED');
export const inGreen = act('GREEN');
