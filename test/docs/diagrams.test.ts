import { describe, expect, test } from 'vitest';
import { canCheckDiagrams, checkDiagrams } from '../../src/evidence/documents/check-diagrams.ts';
import { fencesOf, readPages } from './pages.ts';

const hasMermaid = await canCheckDiagrams();
const DIAGRAMS = readPages().flatMap((page) =>
  fencesOf(page)
    .filter(({ language }) => language === 'mermaid')
    .map(({ source, line }) => ({ where: `${page.path}:${line}`, source })),
);

describe.skipIf(!hasMermaid)('the diagrams of the papers (needs the optional dependency mermaid)', () => {
  test('are there, and our own check accepts each of them', async () => {
    const verdicts = await checkDiagrams(DIAGRAMS.map(({ source }) => source));
    const refused = DIAGRAMS.flatMap(({ where }, i) =>
      verdicts[i]?.verdict === 'valid' ? [] : [`${where}: ${verdicts[i]?.reason ?? 'no answer'}`],
    );
    expect(refused).toEqual([]);
    expect(DIAGRAMS.length).toBeGreaterThanOrEqual(2);
  });
});
