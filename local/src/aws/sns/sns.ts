import { limits } from 'infra/limits';
import * as z from 'zod';
import type { TextMail } from '../../mailbox.ts';
import type { Resource } from '../../template/resource.ts';
import type { Service } from '../endpoint.ts';
import { textOf } from '../../json.ts';
import { refuseXml, respondXml } from '../query-protocol.ts';
import { propertiesOf } from '../../template/properties.ts';
import { permissionsByOperation } from '../required-permissions.ts';

const Subscription = z.strictObject({ TopicArn: z.string(), Protocol: z.literal('email'), Endpoint: z.string() });

interface SnsProps {
  topics: Resource[];
  subscriptions: Resource[];
  clock: { now(): number };
  onMail: (letter: TextMail) => void;
}

/** ASCII that begins with a letter, a number or a punctuation mark, without line breaks or control characters. */
const isSubject = (text: string) => text.length < limits.snsSubjectLength && /^[!-~][ -~]*$/.test(text);

/** SNS with email subscriptions. They are active without a confirmation. */
export function snsService({ topics, subscriptions, clock, onMail }: SnsProps): Service {
  const arns = new Set(topics.map(({ ref }) => ref));
  const subscribers = subscriptions.map((resource) => propertiesOf(resource, Subscription));
  let published = 0;
  return {
    deniedStatus: 403,
    deniedCode: 'AuthorizationError',
    requiredPermissions: permissionsByOperation({
      Publish: (input) => [{ action: 'sns:Publish', resource: textOf(input['TopicArn']) }],
    }),
    serve({ operation, input }, response) {
      const { TopicArn: topic, Subject: subject, Message: text } = input;
      if (!arns.has(textOf(topic))) return refuseXml(response, 404, 'NotFound', 'Topic does not exist');
      if (subject !== undefined && !isSubject(textOf(subject)))
        return refuseXml(response, 400, 'InvalidParameter', 'Invalid parameter: Subject');
      if (textOf(text) === '' || Buffer.byteLength(textOf(text)) > limits.snsBytes)
        return refuseXml(response, 400, 'InvalidParameter', 'Invalid parameter: Message');
      for (const { TopicArn, Endpoint } of subscribers) {
        if (TopicArn !== topic) continue;
        onMail({
          to: Endpoint,
          subject: textOf(subject) || 'AWS Notification Message',
          text: textOf(text),
          time: clock.now(),
        });
      }
      respondXml(response, operation, { MessageId: `local-${++published}` });
    },
  };
}
