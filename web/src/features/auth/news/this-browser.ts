import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';

const channelKey = 'channel of this browser';

/** A sign-out waits for the site and the browser no longer than this. */
const maxMs = 2000;

/** The channel that shows messages in this browser, and the person whose messages they are. */
interface BrowserChannel {
  channelId: string;
  userId: string;
}

const isBrowserChannel = (stored: unknown): stored is BrowserChannel =>
  typeof stored === 'object' &&
  stored !== null &&
  'channelId' in stored &&
  typeof stored.channelId === 'string' &&
  'userId' in stored &&
  typeof stored.userId === 'string';

/** Remembers the channel that shows messages in this browser, which ends with its person's use of the browser. */
export function rememberChannel(channel: BrowserChannel) {
  try {
    localStorage.setItem(channelKey, JSON.stringify(channel));
  } catch {
    // Without storage, a sign-out ends the subscription, and the site removes the channel once its service says so.
  }
}

function rememberedChannel() {
  const stored: unknown = JSON.parse(localStorage.getItem(channelKey) ?? 'null');
  return isBrowserChannel(stored) ? stored : undefined;
}

/** Another channel may have been remembered since the given one was read. */
function forgetChannel({ channelId }: BrowserChannel) {
  if (rememberedChannel()?.channelId === channelId) localStorage.removeItem(channelKey);
}

/**
 * Ends the messages in this browser when its user signs out, because the next one may be another person. What fails is left to the
 * service of the browser, which refuses messages for a subscription that has ended, to the next sign-out, which still knows the
 * channel, and to the pages of the next person.
 */
export async function leaveBrowser(userId: string): Promise<void> {
  const ended = Promise.allSettled([removeChannel(userId), unsubscribe()]);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, maxMs))]);
}

/**
 * Ends the messages of another person, whose session has ended without a sign-out. The site removes the channel once the service
 * of the browser refuses a message.
 */
export async function endOthersMessages(userId: string): Promise<void> {
  try {
    const channel = rememberedChannel();
    if (channel === undefined || channel.userId === userId) return;
    await unsubscribe();
    forgetChannel(channel);
  } catch {
    // Without storage no channel is known. What the browser refuses is tried again by the next page, because the channel is still known.
  }
}

async function removeChannel(userId: string) {
  const channel = rememberedChannel();
  // The site knows the channels of the person who signs out only, and its answer about another's would mean nothing.
  if (channel?.userId !== userId) return;
  const { channelId } = channel;
  // The page is left after two seconds, and the call goes on without it.
  await call('DELETE /api/notify/channels/{channelId}', { params: { channelId }, keepalive: true }).catch(
    (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    },
  );
  forgetChannel(channel);
}

async function unsubscribe() {
  // A private window and an insecure address have no worker, and Safari outside the home screen has no push.
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  const subscription = 'PushManager' in window ? await registration?.pushManager.getSubscription() : undefined;
  await subscription?.unsubscribe();
}
