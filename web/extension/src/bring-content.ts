import { readyMessage } from '../../src/features/ljmonitor/hand-in/bookmarklet.ts';
import {
  type AnsweredToExtension,
  type AskedByExtension,
  type ExtensionAnswer,
  type ExtensionRequest,
  isOwnMessage,
} from '../../src/features/ljmonitor/hand-in/extension/protocol.ts';
import { api } from './api.ts';

/** Runs in the document of `/ljmonitor/bring`: it passes the extension's requests on to the document, and its answers back. */
const answers = new Map<string, (answer: ExtensionAnswer) => void>();
const ready = Promise.withResolvers<void>();

window.addEventListener(
  'message',
  (event: MessageEvent<typeof readyMessage | AnsweredToExtension | AskedByExtension>) => {
    if (!isOwnMessage(event)) return;
    if (event.data === readyMessage) ready.resolve();
    else if ('answersExtension' in event.data) answers.get(event.data.answersExtension)?.(event.data.answer);
  },
);

api.runtime.onMessage.addListener((request: ExtensionRequest, _sender, respond) => {
  const extensionAsks = crypto.randomUUID();
  answers.set(extensionAsks, (answer) => {
    answers.delete(extensionAsks);
    respond(answer);
  });
  const asked: AskedByExtension = { extensionAsks, request };
  void ready.promise.then(() => window.postMessage(asked, location.origin));
  return true;
});
