import { api } from './api.ts';
import type { State } from './walk.ts';

const initialState: State = { site: null, tabToRead: null, walk: null, message: '' };

export const loadState = async (): Promise<State> => ({
  ...initialState,
  ...(await api.storage.local.get('state')).state,
});

export async function changeState(changes: Partial<State>): Promise<State> {
  const state = { ...(await loadState()), ...changes };
  await api.storage.local.set({ state });
  return state;
}
