/**
 * A machine of XState 5 as XState 4 wrote it, so that a viewer of `@xstate/inspect` can draw it: what it was made from, with
 * guards under their old name. Nothing of it runs there.
 *
 * @module
 */
import { isPlainObject, type Plain, type PlainObject } from '../../redact/plain-value.ts';

const isList = (value: Plain | undefined): value is readonly Plain[] => Array.isArray(value);

/** @param config - plain and redacted; of logic that is no machine, null */
export const classicMachine = (name: string, config: Plain | null): Plain =>
  isPlainObject(config) ? { id: name, ...stateOf(config), context: {} } : { id: name, context: {} };

/** `on` and `after` are transitions by event, the others are transitions by themselves. */
const stateOf = (state: PlainObject): PlainObject =>
  mapValues(state, (value, key) => {
    if (key === 'states' && isPlainObject(value))
      return mapValues(value, (each) => (isPlainObject(each) ? stateOf(each) : each));
    if ((key === 'on' || key === 'after') && isPlainObject(value)) return mapValues(value, transitionsOf);
    if (key === 'always' || key === 'onDone' || key === 'onError') return transitionsOf(value);
    if (key === 'invoke') return isList(value) ? value.map(invokeOf) : invokeOf(value);
    // What they are made by is a function, and its name says nothing.
    return key === 'context' || key === 'output' ? null : value;
  });

const invokeOf = (invoke: Plain): Plain => {
  if (!isPlainObject(invoke)) return invoke;
  const { input: _made, onSnapshot: _newer, ...older } = invoke;
  return stateOf(older);
};

const transitionsOf = (given: Plain): Plain => (isList(given) ? given.map(transitionOf) : transitionOf(given));

const transitionOf = (transition: Plain): Plain => {
  if (!isPlainObject(transition)) return transition;
  const { guard, reenter, ...same } = transition;
  return {
    ...same,
    ...(guard === undefined ? {} : { cond: guardOf(guard) }),
    ...(reenter === undefined ? {} : { internal: reenter !== true }),
  };
};

/** XState 4 knows a guard by its type; parameters were its own keys. */
const guardOf = (guard: Plain): Plain => (isPlainObject(guard) ? { type: guard['type'] ?? 'guard' } : guard);

const mapValues = (of: PlainObject, change: (value: Plain, key: string) => Plain): PlainObject =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value, key)]));
