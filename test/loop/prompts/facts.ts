/** Facts of a prompt for tests: the first iteration of GREEN by default. */
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { PromptFacts } from '../../../src/loop/prompts/prompt-parts.ts';

export const FACTS: PromptFacts = {
  phase: DEFAULT_PHASES[1],
  iteration: 1,
  nonce: 'n-7f3a',
  signalCommand: true,
  mayGuard: true,
  specPaths: ['specs/slugify.md'],
  criteria: [
    { id: 'AC1', text: 'lower case' },
    { id: null, text: 'blanks become one dash' },
  ],
  suites: [{ name: 'suite 1', folder: '', command: 'npx vitest run' }],
  documentsGlobs: ['docs/**/*.md', 'README.md'],
  requiredDocs: 3,
  frozen: [],
  knownFailing: [],
  guidance: [],
  held: null,
};
