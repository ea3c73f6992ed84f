import { readyMessage } from '../../src/features/ljmonitor/hand-in/bookmarklet.ts';
import {
  type ExtensionRequest,
  type ExtensionResponse,
  isOwnMessage,
  type MessageFromExtension,
  type MessageToExtension,
} from '../../src/features/ljmonitor/hand-in/extension/protocol.ts';
import { api } from './api.ts';

// Runs in the document of `/ljmonitor/bring`: it passes the extension's requests on to the document, and its responses back.

/** Takes the response to each request that waits for one, by its id. */
const waiting = new Map<string, (response: ExtensionResponse) => void>();
const ready = Promise.withResolvers<void>();

window.addEventListener(
  'message',
  (event: MessageEvent<typeof readyMessage | MessageToExtension | MessageFromExtension>) => {
    if (!isOwnMessage(event)) return;
    if (event.data === readyMessage) ready.resolve();
    else if ('response' in event.data) waiting.get(event.data.requestId)?.(event.data.response);
  },
);

api.runtime.onMessage.addListener((request: ExtensionRequest, _sender, respond) => {
  const requestId = crypto.randomUUID();
  waiting.set(requestId, (response) => {
    waiting.delete(requestId);
    respond(response);
  });
  const message: MessageFromExtension = { requestId, request };
  void ready.promise.then(() => window.postMessage(message, location.origin));
  return true;
});
