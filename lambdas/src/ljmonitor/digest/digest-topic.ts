import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { requestHandler } from '../../platform/outage.ts';
import type { DigestTopic } from '../ports.ts';

/** Whoever subscribes to the topic gets the digests. */
export function snsDigestTopic(TopicArn: string): DigestTopic {
  const client = new SNSClient({ requestHandler });
  return {
    async send({ subject, text }) {
      await client.send(new PublishCommand({ TopicArn, Subject: subject, Message: text }));
    },
  };
}
