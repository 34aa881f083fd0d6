import { declareCheats } from './declare-cheats.ts';
import { FAMILIES } from './families/index.ts';
import { HONEST_ACTS } from './acts/index.ts';

declareCheats(FAMILIES, HONEST_ACTS, 20);
