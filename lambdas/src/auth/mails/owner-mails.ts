import type { MailState } from 'shared-types/contract/account-mails';
import type { AccountMail } from 'shared-types/rules/auth/account-mail';
import { usernameOf } from 'shared-types/rules/auth/username';
import { log } from '../../platform/log.ts';
import type { Surroundings } from '../ports.ts';
import type { MailStore } from './mail-store.ts';
import type { MailTopic } from './mail-topic.ts';

/** Mails to the owner of an account. A notifier can take its place. */
export interface OwnerMails {
  /** Subscribes an address for the first time, which its person confirms. It never fails, and takes a limited time. */
  subscribe(address: string): Promise<void>;
  /** Sends the mail with the link again, unless the address is confirmed. */
  subscribeAgain(address: string): Promise<MailState>;
  stateOf(address: string): Promise<MailState>;
  /** Tells the owner. It never fails, and takes a limited time. */
  tell(address: string, mail: AccountMail): Promise<void>;
}

/** A mail delays no answer for longer. */
const maxMs = 2000;

interface Ports extends Pick<Surroundings, 'now'> {
  topic: MailTopic;
  store: MailStore;
}

const inTime = () => AbortSignal.timeout(maxMs);

/** A failure is logged, which sets off the alarm `Failures`. */
async function logged(what: string, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log('error', what, { error });
  }
}

export function ownerMails({ topic, store, now }: Ports): OwnerMails {
  async function subscribe(address: string) {
    if (!(await store.claim(address, now(), inTime()))) return;
    try {
      await topic.subscribe(address, inTime());
    } catch (error) {
      // The next sign-in tries again.
      await store.release(address);
      throw error;
    }
  }

  return {
    subscribe: (address) => logged('account mails not subscribed', subscribe(usernameOf(address))),
    async subscribeAgain(typed) {
      const address = usernameOf(typed);
      if ((await topic.stateOf(address, inTime())) === 'on') return 'on';
      await topic.subscribe(address, inTime());
      return 'pending';
    },
    stateOf: (address) => topic.stateOf(usernameOf(address), inTime()),
    tell: (address, mail) => logged('account mail not sent', topic.publish(usernameOf(address), mail, inTime())),
  };
}
