import { ApiError } from '../../../api/api-error.ts';
import { activeWorker } from '../../../layout/offline/register-worker.ts';

/** The first match counts, because Android also calls itself Linux. */
const devices: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Returns a name that a person may change. */
export const nameOfDevice = (userAgent: string) =>
  devices.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'Browser';

/** Returns the error as the page shows it. */
const refused = (message: string) => new ApiError({ status: 400, errorCode: 'invalid', message, requestId: null });

/** On a first visit the worker stores the files of the app before it is active. */
const maxStartMs = 20_000;

/** Returns the worker's registration; undefined if the browser cannot start it, or not in time. */
const startWorker = () => {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, maxStartMs));
  return Promise.race([activeWorker().catch(() => undefined), late]);
};

/** Asks for the permission to show messages, and subscribes this browser to those of the site. */
export async function subscribe(pushKey: string) {
  // An insecure address and Safari outside the home screen have none.
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    throw refused(
      'This browser does not support notifications from sites. On an iPhone, add the site to the home screen first and open it there.',
    );
  // Some browsers ask only a moment after the tap.
  if ((await Notification.requestPermission()) !== 'granted')
    throw refused('Notifications from this site are blocked. Allow them in your browser’s settings.');
  const registration = await startWorker();
  if (!registration)
    throw refused(
      'The part of this site that shows notifications could not start. Try again in a moment. It may not work in a private window.',
    );
  const options = { userVisibleOnly: true, applicationServerKey: pushKey };
  const subscription = await registration.pushManager.subscribe(options).catch(async () => {
    // A subscription with another key of the site stands in the way of one with this.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    return registration.pushManager.subscribe(options).catch(() => undefined);
  });
  if (!subscription)
    throw refused('The browser could not reach its push service. Try again later, or choose another channel.');
  const { keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint: subscription.endpoint, p256dh, auth };
}
