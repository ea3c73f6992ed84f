import { Duration, Stack, TimeZone } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Schedule, ScheduleExpression, TimeWindow } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import type { NodeFunction } from './node-function.ts';
import type { WorkQueue } from './work-queue.ts';

interface ScheduledCallProps {
  description: string;
  /** `cron(…)` */
  expression: string;
  timeZone: string;
  call: NodeFunction<object>;
  /** A call that came to nothing waits among the dead letters of this queue. */
  queue: WorkQueue;
}

/**
 * Calls a function now and then, up to a quarter of an hour late, so as not to knock like a clock. The scheduler hands
 * its call over and is done: it tries again when it cannot, and Lambda tries again when the function fails.
 */
export class ScheduledCall extends Construct {
  constructor(scope: Construct, id: string, { description, expression, timeZone, call, queue }: ScheduledCallProps) {
    super(scope, id);
    const { deadLetters } = queue;
    const maxEventAge = Duration.hours(1);
    new Schedule(this, 'Schedule', {
      description,
      schedule: ScheduleExpression.expression(expression, TimeZone.of(timeZone)),
      timeWindow: TimeWindow.flexible(Duration.minutes(15)),
      target: new LambdaInvoke(call, {
        retryAttempts: 3,
        maxEventAge,
        deadLetterQueue: deadLetters,
        // Without what the CDK would add to it: whatever version of the function there may be.
        role: this.roleFor(call.functionArn, deadLetters.queueArn).withoutPolicyUpdates(),
      }),
    });
    // The CDK's own destination would grant two more actions, which Lambda never uses.
    queue.grantSendToDeadLetters(call);
    call.configureAsyncInvoke({
      retryAttempts: 2,
      maxEventAge,
      onFailure: { bind: () => ({ destination: deadLetters.queueArn }) },
    });
  }

  private roleFor(functionArn: string, deadLettersArn: string): Role {
    const { account } = Stack.of(this);
    const group = Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule-group',
      resourceName: 'default',
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': account, 'aws:SourceArn': group } },
      }),
    });
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }));
    role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLettersArn] }));
    return role;
  }
}
