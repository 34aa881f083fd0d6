/**
 * The state of the page, kept up to date by the link; for a report, as it was written.
 *
 * @module
 */
import { useCallback, useEffect, useReducer } from 'preact/hooks';
import { type PageAction, type PageState, reducePage } from '../../model/page-state.ts';
import { openLink } from '../parts/link.ts';

const reduceAll = (state: PageState, actions: readonly PageAction[]): PageState => actions.reduce(reducePage, state);

export interface OpenPage {
  readonly state: PageState;
  readonly act: (action: PageAction) => void;
}

/** @param asked - null for a report */
export const usePage = (start: PageState, asked: { readonly run: string; readonly token: string } | null): OpenPage => {
  const [state, actAll] = useReducer(reduceAll, start);
  const act = useCallback((action: PageAction) => actAll([action]), []);
  const [run, token] = [asked?.run ?? null, asked?.token ?? ''];
  useEffect(() => (run === null ? undefined : openLink({ run, token }, actAll)), [run, token]);
  return { state, act };
};
