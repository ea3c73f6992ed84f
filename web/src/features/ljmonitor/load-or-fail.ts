import { noResponse } from '../../api/api-error.ts';

/** Waits for code that is loaded when it is first needed. Its failure is that of a call: the site cannot be reached. */
export const loadOrFail = <Loaded>(loading: Promise<Loaded>): Promise<Loaded> =>
  loading.catch(() => Promise.reject(noResponse()));
