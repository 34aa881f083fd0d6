import type { Finding } from '../../../gates/iteration.ts';
import { finding } from '../../../src/evidence/findings/findings.ts';

/** A finding of any kind, by its sentence. */
export const aFinding = (text: string): Finding => ({ ...finding('mutants.unproven.more', { count: 1 }), text });

/** Sentences for people. */
export const textsOf = (findings: readonly Finding[] = []): readonly string[] => findings.map(({ text }) => text);
