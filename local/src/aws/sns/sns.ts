import { limits } from 'infra/limits';
import * as z from 'zod';
import type { TextMail } from '../../mailbox.ts';
import type { Resource } from '../../template/resource.ts';
import type { Service } from '../endpoint.ts';
import { type Json, type JsonObject, objectOf, textOf } from '../../json.ts';
import { refuseXml, respondXml } from '../query-protocol.ts';
import { propertiesOf } from '../../template/properties.ts';
import { permissionsByOperation, withSameAction } from '../required-permissions.ts';
import type { MessageAttributes } from './filter-policy.ts';
import { emailSubscriptions, SnsError } from './subscriptions.ts';

const Subscription = z.strictObject({ TopicArn: z.string(), Protocol: z.literal('email'), Endpoint: z.string() });

interface SnsProps {
  topics: Resource[];
  subscriptions: Resource[];
  account: string;
  dataDir: string;
  clock: { now(): number };
  /** The endpoint's address, for the links that confirm a subscription. */
  endpoint: string;
  onMail: (letter: TextMail) => void;
}

const invalid = (parameter: string) => new SnsError(400, 'InvalidParameter', `Invalid parameter: ${parameter}`);

/**
 * Returns whether a text is ASCII that begins with a letter, a number or a punctuation mark, without line breaks or
 * control characters.
 */
const isSubject = (text: string) => text.length < limits.snsSubjectLength && /^[!-~][ -~]*$/.test(text);

/** Reads a map of the query protocol: `Attributes.entry.1.key=…&Attributes.entry.1.value=…`. */
const entriesOf = (map: Json | undefined) => Object.values(objectOf(objectOf(map)['entry'])).map(objectOf);

/**
 * Returns the attributes of a message. Their names and values follow
 * docs.aws.amazon.com/sns/latest/dg/sns-message-attributes.html.
 */
function messageAttributes(input: JsonObject): MessageAttributes {
  const attributes = new Map<string, string>();
  for (const { Name: name, Value: value } of entriesOf(input['MessageAttributes'])) {
    const { DataType: type, StringValue: text } = objectOf(value);
    if (!/^[\w-]+(\.[\w-]+)*$/.test(textOf(name)) || type !== 'String' || textOf(text) === '')
      throw invalid(`The message attribute '${textOf(name)}'`);
    attributes.set(textOf(name), textOf(text));
  }
  return attributes;
}

/** The number of subscriptions on a page: docs.aws.amazon.com/sns/latest/api/API_ListSubscriptionsByTopic.html */
const pageSize = 100;

/**
 * Serves SNS with email subscriptions. The template's subscriptions are active without a confirmation. Others wait for
 * a confirmation, and get the messages that their filter policies accept.
 */
export function snsService({ topics, subscriptions, account, ...props }: SnsProps): Service {
  const { clock, onMail } = props;
  const arns = new Set(topics.map(({ ref }) => ref));
  const subscribers = subscriptions.map((resource) => propertiesOf(resource, Subscription));
  const subscribed = emailSubscriptions(props);
  let published = 0;

  const operations: Record<string, (topic: string, input: JsonObject) => JsonObject> = {
    Publish(topic, input) {
      const { Subject: subject, Message: text } = input;
      if (subject !== undefined && !isSubject(textOf(subject))) throw invalid('Subject');
      if (textOf(text) === '' || Buffer.byteLength(textOf(text)) > limits.snsBytes) throw invalid('Message');
      const attributes = messageAttributes(input);
      const mail = { subject: textOf(subject) || 'AWS Notification Message', text: textOf(text) };
      for (const { TopicArn, Endpoint } of subscribers)
        if (TopicArn === topic) onMail({ to: Endpoint, ...mail, time: clock.now() });
      subscribed.deliver(topic, mail, attributes);
      return { MessageId: `local-${++published}` };
    },

    Subscribe(topic, input) {
      if (input['Protocol'] !== 'email') throw invalid('Protocol');
      const attributes = new Map(
        entriesOf(input['Attributes']).map(({ key, value }) => [textOf(key), textOf(value)] as const),
      );
      for (const name of attributes.keys()) if (name !== 'FilterPolicy') throw invalid(`Attributes Reason: ${name}`);
      const filterPolicy = attributes.get('FilterPolicy') ?? null;
      const { arn, isConfirmed } = subscribed.subscribe({ topic, email: textOf(input['Endpoint']), filterPolicy });
      const isTold = isConfirmed || input['ReturnSubscriptionArn'] === 'true';
      return { SubscriptionArn: isTold ? arn : 'pending confirmation' };
    },

    ListSubscriptionsByTopic(topic, { NextToken: token }) {
      const from = Number(textOf(token) || 0);
      const all = [
        ...subscribers
          .filter(({ TopicArn }) => TopicArn === topic)
          .map(({ Endpoint }) => ({ email: Endpoint, arn: `${topic}:template`, isConfirmed: true })),
        ...subscribed.list(topic),
      ];
      const page = all.slice(from, from + pageSize).map(({ email, arn, isConfirmed }) => ({
        TopicArn: topic,
        Protocol: 'email',
        SubscriptionArn: isConfirmed ? arn : 'PendingConfirmation',
        Owner: account,
        Endpoint: email,
      }));
      const next = from + pageSize < all.length ? String(from + pageSize) : null;
      return { Subscriptions: page, NextToken: next };
    },
  };

  return {
    deniedStatus: 403,
    deniedCode: 'AuthorizationError',
    requiredPermissions: permissionsByOperation(
      withSameAction(Object.keys(operations), (operation) => (input) => [
        { action: `sns:${operation}`, resource: textOf(input['TopicArn']) },
      ]),
    ),
    /** The link of a confirmation needs no signature: docs.aws.amazon.com/sns/latest/api/API_ConfirmSubscription.html */
    document(path) {
      const { searchParams: query } = new URL(path, props.endpoint);
      if (query.get('Action') !== 'ConfirmSubscription') return undefined;
      const confirmed = subscribed.confirm(query.get('TopicArn') ?? '', query.get('Token') ?? '');
      return confirmed ? { SubscriptionArn: confirmed.arn } : { Error: 'Invalid token' };
    },
    serve({ operation, input }, response) {
      const topic = textOf(input['TopicArn']);
      if (!arns.has(topic)) return refuseXml(response, 404, 'NotFound', 'Topic does not exist');
      try {
        respondXml(response, operation, operations[operation]?.(topic, input) ?? {});
      } catch (error) {
        if (!(error instanceof SnsError)) throw error;
        refuseXml(response, error.status, error.code, error.message);
      }
    },
  };
}
