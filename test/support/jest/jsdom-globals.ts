import { TextDecoder, TextEncoder } from 'node:util';

interface AbortOptions {
  signal?: AbortSignal;
}

type Run = () => unknown;

/** Takes the lock of the browser, for a single tab: it is always free. */
const request = (_name: string, optionsOrRun: Run | AbortOptions, run?: Run) =>
  Promise.resolve((run ?? (typeof optionsOrRun === 'function' ? optionsOrRun : () => undefined))());

// jsdom does not implement these interfaces, which components need. `renderPart` sets fetch.
if ('document' in globalThis) {
  Object.assign(navigator, { locks: { request } });
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
  Object.assign(globalThis, {
    TextDecoder,
    TextEncoder,
    matchMedia: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
  });
}
