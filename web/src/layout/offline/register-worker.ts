import { addToast } from '../../ui/toasts/toasts.ts';

declare global {
  interface Window {
    /** Browsers that lack it take a plain address. The type of `register` knows no trusted address yet. */
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: () => string },
      ) => { createScriptURL: (text: string) => string };
    };
  }
}

/** The only policy of trusted types that the site's headers allow. It knows one address. */
const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => '/worker.js' });

/** Registers the worker unless the browser has it, and waits until it is active, which it never is if its files cannot be loaded. */
export async function activeWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/worker.js');
  return navigator.serviceWorker.ready;
}

/** Signing out removes the worker with the browser's storage, so each page of a signed-in user registers it. */
export async function registerWorker() {
  try {
    const { active } = await activeWorker();
    // The worker could not store what the page has loaded before it, nor what was on its way when it took over.
    new PerformanceObserver((list) => {
      const files = list.getEntries().flatMap(({ name }) => new URL(name).pathname.match(/^\/assets\/.+/) ?? []);
      if (files.length > 0) active?.postMessage(files);
    }).observe({ type: 'resource', buffered: true });
  } catch {
    // Private windows may have no workers. The site works without one.
  }
}

const minIntervalMs = 3_600_000;

/** Looks for an update when the user comes back to a page that stays open, and offers to reload the page after one. */
export function watchUpdates() {
  // Insecure addresses have no workers.
  if (!('serviceWorker' in navigator)) return undefined;
  const { serviceWorker } = navigator;
  let lookedAt = Date.now();
  let isTold = false;
  const look = async () => {
    if (document.visibilityState === 'hidden' || Date.now() - lookedAt < minIntervalMs) return;
    lookedAt = Date.now();
    const registration = await serviceWorker.getRegistration();
    // Without a network there is no update.
    await registration?.update().catch(() => {});
  };
  // The new worker may be that of this page, which came from the network before it.
  const tell = async () => {
    const entry = document.querySelector<HTMLScriptElement>('script[type=module]');
    if (isTold || !entry || (await caches.match(entry.src, { ignoreVary: true }))) return;
    isTold = true;
    addToast({
      text: 'The site was updated.',
      action: { kind: 'reload', run: async () => location.reload() },
    });
  };
  const onVisible = () => void look();
  const onChange = () => void tell();
  document.addEventListener('visibilitychange', onVisible);
  serviceWorker.addEventListener('controllerchange', onChange);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    serviceWorker.removeEventListener('controllerchange', onChange);
  };
}
