import type { BrowserFamily } from 'shared-types/rules/audit';

/** Names the browser of a session and of an event. */
export const browserName = (browser: BrowserFamily) => (browser === 'other' ? 'Unknown browser' : browser);
