/**
 * How the answer of a step goes through the chart of the loop: as a token. What inspectors see and keep of the chart holds nothing
 * of the answer. It is taken once, and nothing of an iteration is left behind (RULES 1.1).
 *
 * @module
 */
import type { Work } from '../../machines/index.ts';
import { RunError } from '../records/run-error.ts';

interface Handover<Answer extends object> {
  readonly give: (answer: Answer) => Work;
  /** @throws {RunError} for a token that was taken before, or is of another handover */
  readonly take: (work: Work) => Answer;
}

export const createHandover = <Answer extends object>(): Handover<Answer> => {
  const answers = new WeakMap<Work, Answer>();
  return {
    give: (answer) => {
      const work = Object.freeze({});
      answers.set(work, answer);
      return work;
    },
    take: (work) => {
      const answer = answers.get(work);
      if (answer === undefined) throw new RunError('Cannot go on: what the step before found out is not there.');
      answers.delete(work);
      return answer;
    },
  };
};
