import {
  FilterPolicyLimitExceededException,
  paginateListSubscriptionsByTopic,
  PublishCommand,
  SNSClient,
  type SNSClientConfig,
  SubscribeCommand,
} from '@aws-sdk/client-sns';
import type { MailState } from 'shared-types/contract/auth';
import { AppError } from '../../platform/app-error.ts';
import { outageMiddleware, requestHandler } from '../../platform/outage.ts';
import { sha256 } from '../../platform/token.ts';
import type { MailTopic } from './owner-mails.ts';

/** The message attribute by which the filter policy of a subscription picks the mails of its address. */
const attributeName = 'account';

/**
 * The topic of the mails to the owners of accounts. A topic has one subscription for each address, so the accounts of one
 * address share it, and the filter is a hash of the address instead of the id of an account.
 */
export function snsMailTopic(TopicArn: string, config: SNSClientConfig = {}): MailTopic {
  const client = new SNSClient({ requestHandler, ...config });
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  return {
    async subscribe(address, abortSignal) {
      const FilterPolicy = JSON.stringify({ [attributeName]: [sha256(address)] });
      const subscribing = new SubscribeCommand({
        TopicArn,
        Protocol: 'email',
        Endpoint: address,
        Attributes: { FilterPolicy },
      });
      await client.send(subscribing, { abortSignal }).catch((error: unknown) => {
        throw error instanceof FilterPolicyLimitExceededException ? noRoom() : error;
      });
    },

    async stateOf(address, abortSignal): Promise<MailState> {
      for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic(
        { client },
        { TopicArn },
        { abortSignal },
      )) {
        const found = Subscriptions.find(({ Endpoint }) => Endpoint === address);
        // A deleted subscription may stay in the list for some days, with another word in place of its ARN.
        if (found?.SubscriptionArn === 'PendingConfirmation') return 'pending';
        if (found?.SubscriptionArn?.startsWith('arn:') === true) return 'on';
      }
      return 'off';
    },

    async publish(address, { subject, text }, abortSignal) {
      const publishing = new PublishCommand({
        TopicArn,
        Subject: subject,
        Message: text,
        MessageAttributes: { [attributeName]: { DataType: 'String', StringValue: sha256(address) } },
      });
      await client.send(publishing, { abortSignal });
    },
  };
}

const noRoom = () =>
  new AppError('unavailable', 'AWS takes no more addresses for these mails. Tell the owner of the site.', {
    retryAfterSeconds: 3600,
  });
