import type { ServerResponse } from 'node:http';
import { type AwsEndpoint, startEndpoint } from 'local/aws/endpoint';
import { snsService } from 'local/aws/sns/sns';
import type { TextMail } from 'local/mailbox';
import { credentials } from './user-pool.ts';

const topicArn = 'arn:aws:sns:us-east-1:000000000000:AccountMails';

/** Receives a call of SNS instead of the service, and may leave it without an answer. */
export type Fault = (response: ServerResponse) => unknown;

/** Starts the local SNS with the topic of the mails to the owners of accounts. */
export async function startMailTopic(dataDir: string, clock: { now(): number }) {
  const mails: TextMail[] = [];
  const calls: string[] = [];
  let faulty: { operation: string; fault: Fault } | undefined;
  const endpoint: AwsEndpoint = await startEndpoint();
  const topics = [
    { logicalId: 'AccountMails', type: 'AWS::SNS::Topic', properties: {}, attributes: {}, ref: topicArn },
  ];
  const service = snsService({
    topics,
    subscriptions: [],
    account: '000000000000',
    dataDir,
    endpoint: endpoint.origin,
    clock,
    onMail: (mail) => mails.push(mail),
  });
  endpoint.open({
    services: { sns: service },
    callerOf: () => ({ name: 'the test', allows: () => true }),
    report: () => {},
    intercept(call, response, pass) {
      calls.push(call.operation);
      if (faulty?.operation === call.operation) return void faulty.fault(response);
      return pass(call, response);
    },
  });
  return {
    topicArn,
    service,
    client: { endpoint: endpoint.origin, region: 'us-east-1', credentials, maxAttempts: 1 },
    calls,
    /** Every call of this operation fails so. Undefined ends a fault. */
    fail(operation: string | undefined, fault: Fault = () => {}) {
      faulty = operation === undefined ? undefined : { operation, fault };
    },
    mailsTo: (address: string) => mails.filter(({ to }) => to === address),
    /** Opens the link of the last mail that asks for a confirmation. */
    async confirm(address: string) {
      const asked = mails.findLast(({ to, subject }) => to === address && subject.startsWith('AWS Notification'));
      return (await fetch(/http\S+/.exec(asked?.text ?? '')?.[0] ?? '')).text();
    },
    close: () => endpoint.close(),
  };
}
