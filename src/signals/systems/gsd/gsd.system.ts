/** gsd, spec 004: every plan of a roadmap. It defines no exit signal; its preset uses the native one. */
import type { System } from '../system.ts';
import preset from './gsd.yaml?raw';

export const gsd = { preset } as const satisfies System;
