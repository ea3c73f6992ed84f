import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { requestHandler } from '../../platform/outage.ts';
import type { DigestTopic } from '../ports.ts';

/** SNS sends each digest to the subscribers of the topic. */
export function snsDigestTopic(TopicArn: string): DigestTopic {
  const client = new SNSClient({ requestHandler });
  return {
    async send({ subject, text }) {
      await client.send(new PublishCommand({ TopicArn, Subject: subject, Message: text }));
    },
  };
}
