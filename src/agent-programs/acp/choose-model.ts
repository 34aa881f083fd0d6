/**
 * How a model is chosen in a session: by an option of the session, or among the models that it lists.
 *
 * @module
 */
import type { AgentError } from '../../signals/envelopes/extractor.ts';
import { type Fields, listOf, objectOf, textOf } from '../../signals/envelopes/json-event.ts';
import { noSuchModel } from './problems.ts';

type Choice = { readonly method: string; readonly params: Fields } | { readonly problem: AgentError };

/** @param session - the answer to `session/new` */
export const chooseModel = (model: string, session: Fields): Choice => {
  const sessionId = session['sessionId'];
  const option = listOf(session['configOptions'])
    .map(objectOf)
    .find(({ id, category }) => category === 'model' || id === 'model');
  if (option !== undefined) {
    const values = listOf(option['options'])
      .map(objectOf)
      // They may be in groups.
      .flatMap((it) => (it['value'] === undefined ? listOf(it['options']).map(objectOf) : [it]))
      .map(({ value }) => textOf(value))
      .filter((value) => value !== null);
    if (!values.includes(model)) return { problem: noSuchModel(model, values) };
    return { method: 'session/set_config_option', params: { sessionId, configId: option['id'], value: model } };
  }
  const listed = listOf(objectOf(session['models'])['availableModels'])
    .map((it) => textOf(objectOf(it)['modelId']))
    .filter((id) => id !== null);
  // A list need not be complete: the agent decides.
  if (listed.length > 0) return { method: 'session/set_model', params: { sessionId, modelId: model } };
  return { problem: noSuchModel(model, []) };
};
