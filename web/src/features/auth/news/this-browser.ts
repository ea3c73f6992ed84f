import { call } from '../../../api/call.ts';

const channelKey = 'channel of this browser';

/** A sign-out waits for the site and the browser no longer than this. */
const maxMs = 2000;

/** Remembers the channel that shows messages in this browser, which a sign-out removes. */
export function rememberChannel(channelId: string) {
  try {
    localStorage.setItem(channelKey, channelId);
  } catch {
    // Without storage, a sign-out ends the subscription, and the site removes the channel once its service says so.
  }
}

/**
 * Ends the messages in this browser when its user signs out, because the next one may be another person. What fails is left to the
 * service of the browser, which refuses messages for a subscription that has ended.
 */
export async function leaveBrowser(): Promise<void> {
  const ended = Promise.allSettled([removeChannel(), unsubscribe()]);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, maxMs))]);
}

async function removeChannel() {
  const channelId = localStorage.getItem(channelKey);
  if (channelId === null) return;
  localStorage.removeItem(channelKey);
  await call('DELETE /api/notify/channels/{channelId}', { params: { channelId } });
}

async function unsubscribe() {
  // A private window and an insecure address have no worker, and Safari outside the home screen has no push.
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  const subscription = 'PushManager' in window ? await registration?.pushManager.getSubscription() : undefined;
  await subscription?.unsubscribe();
}
