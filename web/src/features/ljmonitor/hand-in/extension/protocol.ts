import type { PagesToHandIn } from 'shared-types/contract/monitor/pages';
import type { HandedIn } from '../describe-handed-in.ts';
import type { PageInTab } from '../bookmarklet.ts';

/** The browser extension asks the document of `/ljmonitor/bring` for this, because the document has the user's session. */
export type ExtensionRequest = { kind: 'pages' } | { kind: 'handIn'; page: PageInTab };

export type ExtensionResponse =
  | { kind: 'pages'; communities: PagesToHandIn[] }
  | { kind: 'handedIn'; result: HandedIn }
  | { kind: 'signedOut' }
  | { kind: 'failed'; reason: string };

/** A request on its way from the extension's content script to the document, in the same window. */
export interface MessageFromExtension {
  requestId: string;
  request: ExtensionRequest;
}

/** The response on its way back, with the id of its request. */
export interface MessageToExtension {
  requestId: string;
  response: ExtensionResponse;
}

/** Returns true for a message that this window has posted to itself. A page of another origin cannot post one. */
export const isOwnMessage = ({ source, origin }: MessageEvent<unknown>) =>
  source === window && origin === location.origin;
