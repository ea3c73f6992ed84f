import { Annotations, Aws, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { AppConfig } from '../config.ts';
import { Alarms } from './alarms.ts';
import { Dashboard } from './dashboard.ts';
import { DeployRole } from './deploy-role.ts';
import { findWatchedResources } from './watched-resources.ts';

/**
 * Adds alarms and a dashboard for every resource that the stack has at this point, a budget and, if it is configured, a role
 * for deployments from GitHub.
 */
export class Operations extends Construct {
  constructor(scope: Construct, id: string, { alarmsTo, monthlyBudget, deployFrom }: AppConfig['operations']) {
    super(scope, id);
    const parts = findWatchedResources(Stack.of(this));
    const topic = alarmsTo === null ? undefined : this.topicTo(alarmsTo);
    const { all: alarms, refusals } = new Alarms(this, 'Alarms', { parts, topic });
    new Dashboard(this, 'Dashboard', { name: `${Stack.of(this).stackName}-${Aws.REGION}`, parts, alarms, refusals });
    if (alarmsTo === null)
      Annotations.of(this).addWarningV2(
        'home-page:no-address',
        'Alarms and cost warnings have no recipient. Set owner or operations.alarmsTo, or run npm run setup.',
      );
    else this.budget(monthlyBudget, alarmsTo);
    if (deployFrom) new DeployRole(this, 'Deployment', deployFrom);
  }

  private topicTo(address: string): Topic {
    const topic = new Topic(this, 'Alerts', { enforceSSL: true });
    topic.addSubscription(new EmailSubscription(address));
    // A topic with its own policy no longer accepts the account's alarms by default.
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
    return topic;
  }

  /** Sets the last of the cost limits. AWS updates costs a few times a day, so the budget warns but stops nothing. */
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
