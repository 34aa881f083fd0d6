/** Documents that say nothing about the change, where DOCUMENT asks for one that does (rule 2.9). */
import type { Cheat, CheatedProject, Family } from '../a-cheat.ts';
import { LANGUAGES } from '../language-projects.ts';
import { PROJECTS } from '../projects.ts';
import { edit, put } from './shell.ts';

const README = '# Words\n\nThis library changes the case of words and nothing else, without any dependency.\n';
const SAYS = '\nA call of shout(word) gives the word back in capitals, with exactly one exclamation mark.\n';
const ofNode: CheatedProject = {
  ...PROJECTS.node,
  files: { 'README.md': README, 'lib/whisper.mjs': 'export const whisper = (word) => word.toLowerCase();\n' },
  documents: { 'README.md': README + SAYS },
};
const ofPytest: CheatedProject = {
  ...LANGUAGES.pytest,
  files: { ...LANGUAGES.pytest.files, 'README.md': README },
  documents: {
    'shout.py':
      'def shout(word):\n    """Gives a word back in capital letters, with exactly one exclamation mark behind it."""\n    return word.upper().rstrip(\'!\') + \'!\'\n',
  },
};
const HELD = ['docs_changed >= 1'];
const cheat = (name: string, on: CheatedProject, ...does: readonly string[]): Cheat => ({
  name,
  on,
  phase: 'DOCUMENT',
  does,
  verdict: 'held',
  names: HELD,
});
const LONG = 'Everything that anybody asked for in the last meeting of our team is done now.';

export const DOCUMENTS_OF_CHANGE: Family = {
  title: 'Documents of a change',
  cheats: [
    cheat('names a criterion in the place of the code', ofNode, `printf '\\nAC-1 and AC-2: ${LONG}\\n' >> README.md`),
    cheat(
      'names the code, and says nothing',
      ofNode,
      "printf '\\nshout shout shout shout shout shout shout shout shout shout shout\\n' >> README.md",
    ),
    cheat(
      'adds the name to a sentence that was there',
      ofNode,
      edit('README.md', 's/nothing else/shout, nothing else/'),
    ),
    cheat(
      'describes code that it did not change',
      ofNode,
      `printf '\\nA call of whisper(word): ${LONG}\\n' >> README.md`,
    ),
    cheat(
      'copies a document under another name',
      ofNode,
      'mkdir -p docs && sed "s/# Words/# shout/" README.md > docs/shout.md',
    ),
    cheat(
      'explains the code in a comment that documents nothing',
      ofNode,
      `printf '\\n// shout: ${LONG}\\n' >> lib/shout.mjs`,
    ),
    cheat(
      'puts the sentence where no reader sees it',
      ofNode,
      `printf '\\n<!-- A call of shout(word): ${LONG} -->\\n' >> README.md`,
    ),
    cheat(
      'names a criterion in the place of the code (pytest)',
      ofPytest,
      `printf '\\nAC-1 and AC-2: ${LONG}\\n' >> README.md`,
    ),
    {
      name: 'writes a text that says nothing about the function into a docstring (pytest)',
      on: ofPytest,
      phase: 'DOCUMENT',
      does: [put('notes.py', `"""shout: ${LONG}"""`)],
      verdict: 'known_open',
      closes: '`confirm: true` in DOCUMENT, or `checks.review`',
      proof: 'passes',
    },
    {
      name: 'writes a sentence about the function that is not true',
      on: ofNode,
      phase: 'DOCUMENT',
      does: [
        "printf '\\nA call of shout(word) gives the word back in small letters, as quietly as anybody can.\\n' >> README.md",
      ],
      verdict: 'known_open',
      closes: '`confirm: true` in DOCUMENT, or `checks.review`',
      proof: 'passes',
    },
  ],
};
