import {
  FilterPolicyLimitExceededException,
  paginateListSubscriptionsByTopic,
  PublishCommand,
  SNSClient,
  type SNSClientConfig,
  SubscribeCommand,
} from '@aws-sdk/client-sns';
import type { MailState } from 'shared-types/contract/account-mails';
import { type AccountMail, accountMailAttribute } from 'shared-types/rules/auth/account-mail';
import { AppError } from '../../platform/app-error.ts';
import { outageMiddleware, requestHandler, unavailable } from '../../platform/outage.ts';
import { sha256 } from '../../platform/token.ts';

/**
 * Returns the topic of the mails to the owners of accounts. A topic has one subscription for each address, so the
 * accounts of one address share it, and the filter is a hash of the address instead of the id of an account.
 */
export function snsMailTopic(TopicArn: string, config: SNSClientConfig = {}) {
  const client = new SNSClient({ requestHandler, ...config });
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });

  async function findState(address: string, abortSignal: AbortSignal): Promise<MailState> {
    for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic(
      { client },
      { TopicArn },
      { abortSignal },
    )) {
      const found = Subscriptions.find(({ Endpoint }) => Endpoint === address);
      if (found?.SubscriptionArn === 'PendingConfirmation') return 'pending';
      // A deleted subscription may stay in the list for some days, with another word in place of its ARN.
      if (found?.SubscriptionArn?.startsWith('arn:') === true) return 'on';
    }
    return 'off';
  }

  return {
    /** Sends the address a mail with a link that confirms it. A confirmed address gets none. */
    async subscribe(address: string, abortSignal: AbortSignal) {
      const FilterPolicy = JSON.stringify({ [accountMailAttribute]: [sha256(address)] });
      const subscribing = new SubscribeCommand({
        TopicArn,
        Protocol: 'email',
        Endpoint: address,
        Attributes: { FilterPolicy },
      });
      await inTime(abortSignal, client.send(subscribing, { abortSignal })).catch((error: unknown) => {
        throw error instanceof FilterPolicyLimitExceededException ? noRoom() : error;
      });
    },

    stateOf: (address: string, abortSignal: AbortSignal) => inTime(abortSignal, findState(address, abortSignal)),

    async publish(address: string, { subject, text }: AccountMail, abortSignal: AbortSignal) {
      const publishing = new PublishCommand({
        TopicArn,
        Subject: subject,
        Message: text,
        MessageAttributes: { [accountMailAttribute]: { DataType: 'String', StringValue: sha256(address) } },
      });
      await inTime(abortSignal, client.send(publishing, { abortSignal }));
    },
  };
}

/** A topic that is too slow for an answer counts as unavailable. */
async function inTime<Result>(abortSignal: AbortSignal, answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw abortSignal.aborted ? unavailable() : error;
  }
}

export type MailTopic = ReturnType<typeof snsMailTopic>;

const noRoom = () =>
  new AppError('conflict', 'AWS accepts no more addresses for these emails. Tell the owner of the site.');
