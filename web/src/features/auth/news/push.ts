import { ApiError } from '../../../api/api-error.ts';

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

/** Asks for the permission to show messages, and subscribes this browser to those of the site. */
export async function subscribe(pushKey: string) {
  // A private window, an insecure address, and Safari outside the home screen have none.
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  if (!registration || !('PushManager' in window) || !('Notification' in window))
    throw refused(
      'This browser does not support notifications from sites. On an iPhone, add the site to the home screen first and open it there.',
    );
  if ((await Notification.requestPermission()) !== 'granted')
    throw refused('Notifications from this site are blocked. Allow them in your browser’s settings.');
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
