import { Topic } from 'aws-cdk-lib/aws-sns';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import type { NodeFunction } from '../constructs/node-function.ts';
import { mailTopicParameter, siteNameParameter } from '../parameter-names.ts';

/**
 * The topic of the mails to the owners of accounts. The sign-in subscribes each address with a filter policy, so that each
 * gets its own mails only.
 */
export class AccountMails extends Construct {
  readonly topicArn: string;

  constructor(scope: Construct, id: string, { siteName }: { siteName: string }) {
    super(scope, id);
    this.topicArn = new Topic(this, 'Topic', { enforceSSL: true }).topicArn;
    new StringParameter(this, 'TopicArn', { parameterName: mailTopicParameter, stringValue: this.topicArn });
    new StringParameter(this, 'SiteName', { parameterName: siteNameParameter, stringValue: siteName });
  }

  /** Unsubscribing is left to the recipients: no AWS policy could limit it to this topic. */
  grantSend(sender: NodeFunction<object>) {
    sender.allow(['sns:ListSubscriptionsByTopic', 'sns:Publish', 'sns:Subscribe'], [this.topicArn]);
  }
}
