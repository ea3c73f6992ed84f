import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { AppConfig } from '../config.ts';
import { Alarms } from './alarms.ts';
import { Dashboard } from './dashboard.ts';
import { findWatchedResources } from './parts.ts';

/** Watches all that stands in the stack when it is made: alarms, a dashboard, and a budget where one is configured. */
export class Operations extends Construct {
  constructor(scope: Construct, id: string, { alarmsTo, monthlyBudget }: AppConfig['operations']) {
    super(scope, id);
    const parts = findWatchedResources(Stack.of(this));
    const topic = alarmsTo === null ? undefined : this.topicTo(alarmsTo);
    const { all: alarms } = new Alarms(this, 'Alarms', { parts, topic });
    new Dashboard(this, 'Dashboard', { name: Stack.of(this).stackName, parts, alarms });
    if (alarmsTo !== null && monthlyBudget !== null) this.budget(monthlyBudget, alarmsTo);
  }

  private topicTo(address: string): Topic {
    const topic = new Topic(this, 'Alerts', { enforceSSL: true });
    topic.addSubscription(new EmailSubscription(address));
    // A topic with a policy of its own no longer lets the account's alarms in by itself.
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
    return topic;
  }

  /** The backstop behind all other limits on money. AWS reckons a few times a day, so it is no switch. */
  private budget(amount: number, address: string) {
    const subscribers = [{ subscriptionType: 'EMAIL', address }];
    const told = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, threshold, thresholdType: 'PERCENTAGE', comparisonOperator: 'GREATER_THAN' },
      subscribers,
    });
    new CfnBudget(this, 'Budget', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount, unit: 'USD' } },
      notificationsWithSubscribers: [told('ACTUAL', 80), told('FORECASTED', 100)],
    });
  }
}
