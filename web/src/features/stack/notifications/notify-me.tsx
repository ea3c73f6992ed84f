import { useEffect, useState } from 'react';
import type { ActionLog, StackInfo } from 'shared-types/contract/stack';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { reachableAddress } from '../detail/address.tsx';
import styles from '../detail/stack-detail.module.css';
import { type NotificationText, notificationText } from './notification-text.ts';
import { runningAction } from '../messages.ts';

interface NotifyMeProps {
  stackName: string;
  data: { awsStackInfo: StackInfo | null; actionLogs: ActionLog[] };
  error: unknown;
  isFollowed: boolean;
}

interface Answer {
  /** The action that somebody has asked about. */
  actionTime: number;
  refusal: string | undefined;
}

/** Beside an action under way: the browser's own notification tells whoever asks for it how that has ended. */
export function NotifyMe({ stackName, data, error, isFollowed }: NotifyMeProps) {
  const { awsStackInfo: info, actionLogs } = data;
  const running = runningAction(actionLogs);
  const [answer, setAnswer] = useState<Answer>();
  const asked = answer?.refusal === undefined ? answer?.actionTime : undefined;
  const address = info ? reachableAddress({ info, running }) : undefined;
  const log = actionLogs.find(({ actionTime }) => actionTime === asked);
  const news = notificationText({ stackName, log, address, error, isFollowed });
  const [told, tell] = useState<NotificationText>();
  // What was asked is answered: whatever changes afterwards is no news of it.
  if (news) {
    tell(news);
    setAnswer(undefined);
  }
  useEffect(() => {
    if (told) show(told, stackName);
  }, [told, stackName]);
  // Nothing is promised that this page would not hear of.
  if (!running || !isFollowed) return null;
  const { actionTime, action } = running;
  const state = action === 'STOP' ? 'down' : 'up';
  const isAsked = asked === actionTime;
  async function toggle() {
    setAnswer(isAsked ? undefined : { actionTime, refusal: await refusalOf(stackName) });
  }
  const promise = isAsked
    ? `You will be told when it is ${state}, if this page stays open in its tab.`
    : answer?.refusal;
  return (
    <>
      <LinkButton onClick={() => void toggle()}>
        {isAsked ? 'do not tell me' : `tell me when it is ${state}`}
      </LinkButton>
      <output className={styles.told}>{answer?.actionTime === actionTime && promise}</output>
    </>
  );
}

const instead = 'While this page stays open, the title of its tab says how it goes.';

/** Why this browser tells nobody anything; undefined when it will. */
async function refusalOf(stackName: string): Promise<string | undefined> {
  if (!('Notification' in window)) return `This browser cannot do that. ${instead}`;
  const permission = await Notification.requestPermission();
  if (permission === 'denied')
    return `This browser does not let this site tell you: its settings for this site can change that. ${instead}`;
  if (permission === 'default') return `That was not allowed: press again to be asked once more. ${instead}`;
  try {
    // A telephone's browser may have the word and the permission, and yet refuse it to a page.
    new Notification(stackName, { tag: stackName, silent: true }).close();
    return undefined;
  } catch {
    return `This browser lets no page do that. ${instead}`;
  }
}

function show({ title, body }: NotificationText, tag: string) {
  const notification = new Notification(title, { body, tag });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
  });
}
