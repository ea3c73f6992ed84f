import { useEffect, useState } from 'react';
import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import styles from './stack-detail.module.css';
import { type NotificationText, notificationText } from './notification-text.ts';
import { runningAction } from '../actions.ts';
import { addressText, reachableAddress } from '../address.ts';

interface NotifyMeProps {
  stackName: string;
  data: { awsStackInfo: StackInfo | null; actionLogs: ActionLog[] };
  error: unknown;
  isPolling: boolean;
}

interface Subscription {
  /** The action that the user asked about. */
  actionTime: number;
  /** The reason why the browser shows no notifications. */
  refusal: string | undefined;
}

/** Beside a running action: a button that requests a browser notification of its end. */
export function NotifyMe({ stackName, data, error, isPolling }: NotifyMeProps) {
  const { awsStackInfo: info, actionLogs } = data;
  const running = runningAction(actionLogs);
  const [subscription, setSubscription] = useState<Subscription>();
  const subscribed = subscription?.refusal === undefined ? subscription?.actionTime : undefined;
  const address = info ? reachableAddress({ info, running }) : undefined;
  const log = actionLogs.find(({ actionTime }) => actionTime === subscribed);
  const text = notificationText({ stackName, log, address: address && addressText(address), error, isPolling });
  const [lastShown, setLastShown] = useState<NotificationText>();
  // One notification ends the subscription.
  if (text) {
    setLastShown(text);
    setSubscription(undefined);
  }
  useEffect(() => {
    if (lastShown) showNotification(lastShown, stackName);
  }, [lastShown, stackName]);
  // Without polling, this page would not learn of the end.
  if (!running || !isPolling) return null;
  const { actionTime, action } = running;
  const state = action === 'STOP' ? 'down' : 'up';
  const isSubscribed = subscribed === actionTime;
  async function toggle() {
    setSubscription(isSubscribed ? undefined : { actionTime, refusal: await requestPermission(stackName) });
  }
  const note = isSubscribed
    ? `We will notify you when the server is ${state}, while this tab is open.`
    : subscription?.refusal;
  return (
    <>
      <LinkButton onClick={() => void toggle()}>{isSubscribed ? 'Cancel notification' : 'Notify me'}</LinkButton>
      <output className={styles.note}>{subscription?.actionTime === actionTime && note}</output>
    </>
  );
}

const alternative = 'While this tab is open, its title shows the progress.';
const notSupported = `This browser does not support notifications. ${alternative}`;

/** Asks the browser for permission. Returns the reason if it shows no notifications. */
async function requestPermission(stackName: string): Promise<string | undefined> {
  if (!('Notification' in window)) return notSupported;
  const permission = await Notification.requestPermission();
  if (permission === 'denied')
    return `Notifications are blocked. Allow them in the browser’s settings for this site. ${alternative}`;
  if (permission === 'default') return `Notifications were not allowed. Try again. ${alternative}`;
  try {
    // Some phone browsers grant the permission but throw here, because only a service worker may notify.
    new Notification(stackName, { tag: stackName, silent: true }).close();
    return undefined;
  } catch {
    return notSupported;
  }
}

function showNotification({ title, body }: NotificationText, tag: string) {
  const notification = new Notification(title, { body, tag });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
  });
}
