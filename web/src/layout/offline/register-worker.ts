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

/** Signing out removes the worker with the browser's storage, so each page of a signed-in user registers it. */
export async function registerWorker() {
  try {
    await navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/worker.js');
  } catch {
    // Private windows may have no workers. The site works without one.
  }
}
