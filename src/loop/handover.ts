/**
 * Passes the result of a step through the chart of the loop as a token, so that inspectors of the chart see and keep
 * nothing of it. It can be taken once, so nothing of an iteration remains (rule 1.1).
 *
 * @module
 */
import type { Work } from '../../machines/index.ts';
import { FaultError } from '../records/run-error.ts';

interface Handover<Answer extends object> {
  readonly give: (answer: Answer) => Work;
  /** @throws {RunError} for a token that was taken before, or belongs to another handover */
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
      if (answer === undefined)
        throw new FaultError('Cannot continue: the result of the previous step is missing. This is a bug in dualgate.');
      answers.delete(work);
      return answer;
    },
  };
};
