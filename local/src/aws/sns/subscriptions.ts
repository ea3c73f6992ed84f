import { randomUUID } from 'node:crypto';
import { limits } from 'infra/limits';
import type { TextMail } from '../../mailbox.ts';
import { matchesPolicy, type MessageAttributes, readFilterPolicy } from './filter-policy.ts';
import { openSubscriptionStore, type Subscription } from './subscription-store.ts';

/** An error that SNS answers. */
export class SnsError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const invalid = (parameter: string) => new SnsError(400, 'InvalidParameter', `Invalid parameter: ${parameter}`);

interface SubscriptionsProps {
  dataDir: string;
  clock: { now(): number };
  /** The address at which a link confirms a subscription. */
  endpoint: string;
  onMail: (mail: TextMail) => void;
}

/** The fields of a request to subscribe. */
export interface SubscribeRequest {
  topic: string;
  email: string;
  filterPolicy: string | null;
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const twoDaysMs = 2 * 24 * 3_600_000;

/**
 * Keeps the email subscriptions that calls of the API make. Each sends nothing until the owner of the address opens the
 * link that it has been sent.
 */
export function emailSubscriptions({ dataDir, clock, endpoint, onMail }: SubscriptionsProps) {
  const store = openSubscriptionStore(dataDir);

  /** An unconfirmed subscription is deleted after two days: docs.aws.amazon.com/sns/latest/dg/sns-email-notifications.html */
  const alive = () =>
    store.all().filter(({ isConfirmed, pendingSinceMs }) => isConfirmed || clock.now() - pendingSinceMs < twoDaysMs);

  function sendConfirmation(subscription: Subscription): Subscription {
    const token = randomUUID().replaceAll('-', '');
    const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: subscription.topic, Token: token });
    onMail({
      to: subscription.email,
      subject: 'AWS Notification - Subscription Confirmation',
      text: `This address was subscribed to ${subscription.topic}.\n\nTo confirm it, open ${endpoint}/?${query.toString()}`,
      time: clock.now(),
    });
    // A token is valid for two days: docs.aws.amazon.com/sns/latest/api/API_Subscribe.html
    const tokens = [...subscription.tokens, { token, expiresAtMs: clock.now() + twoDaysMs }];
    return { ...subscription, tokens };
  }

  const replace = (changed: Subscription) => {
    const others = alive().filter(({ arn }) => arn !== changed.arn);
    store.save([...others, changed]);
    return changed;
  };

  return {
    /** Sends another mail for a subscription that is not confirmed. One with other attributes is refused. */
    subscribe({ topic, email, filterPolicy }: SubscribeRequest): Subscription {
      if (!isEmail(email)) throw invalid('Email address');
      if (filterPolicy !== null && !readFilterPolicy(filterPolicy)) throw invalid('FilterPolicy');
      const ofTopic = alive().filter((each) => each.topic === topic);
      const known = ofTopic.find((each) => each.email === email);
      // github.com/localstack/localstack/issues/8816 has the answer of AWS.
      if (known && known.filterPolicy !== filterPolicy)
        throw invalid('Attributes Reason: Subscription already exists with different attributes');
      if (known?.isConfirmed) return known;
      const filtered = ofTopic.filter((each) => each.filterPolicy !== null);
      if (!known && filterPolicy !== null && filtered.length >= limits.snsFilterPolicies)
        throw new SnsError(403, 'FilterPolicyLimitExceeded', 'The limit of filter policies is reached');
      const pending = known ?? {
        arn: `${topic}:${randomUUID()}`,
        topic,
        email,
        filterPolicy,
        isConfirmed: false,
        pendingSinceMs: clock.now(),
        tokens: [],
        deliveriesMs: [],
      };
      return replace(sendConfirmation(pending));
    },

    /** Returns undefined for a token that is unknown or too old. */
    confirm(topic: string, token: string): Subscription | undefined {
      const found = alive().find((each) =>
        each.tokens.some((sent) => sent.token === token && sent.expiresAtMs > clock.now()),
      );
      return found?.topic === topic ? replace({ ...found, isConfirmed: true }) : undefined;
    },

    list: (topic: string) => alive().filter((each) => each.topic === topic),

    deliver(topic: string, mail: Pick<TextMail, 'subject' | 'text'>, attributes: MessageAttributes) {
      for (const subscription of alive()) {
        const { email, filterPolicy, isConfirmed, deliveriesMs } = subscription;
        if (!isConfirmed || subscription.topic !== topic) continue;
        const policy = filterPolicy === null ? {} : readFilterPolicy(filterPolicy);
        if (!policy || !matchesPolicy(policy, attributes)) continue;
        const now = clock.now();
        const recent = [...deliveriesMs.filter((atMs) => now - atMs < 1000), now];
        // More than ten mails a second suspend a subscription: docs.aws.amazon.com/sns/latest/dg/sns-email-notifications.html
        const isSuspended = recent.length > limits.snsMailsPerSecond;
        replace({
          ...subscription,
          deliveriesMs: recent,
          ...(isSuspended && { isConfirmed: false, pendingSinceMs: now }),
        });
        if (!isSuspended) onMail({ to: email, ...mail, time: now });
      }
    },
  };
}
