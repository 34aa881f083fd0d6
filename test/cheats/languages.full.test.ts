import { declareCheats } from './declare-cheats.ts';
import { LANGUAGE_FAMILIES } from './families/index.ts';
import { LANGUAGE_ACTS } from './acts/index.ts';

// Programs of other languages take longer, and are tried in a file of their own so that both cores have work.
declareCheats(LANGUAGE_FAMILIES, LANGUAGE_ACTS, 40);
