import { Duration, Stack, TimeZone } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Schedule, ScheduleExpression, ScheduleTargetInput, TimeWindow } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import type { NodeFunction } from './node-function.ts';
import type { WorkQueue } from './work-queue.ts';

interface ScheduledCallProps {
  description: string;
  /** An expression of EventBridge Scheduler, as in `cron(0 8 * * ? *)`. */
  expression: string;
  timeZone: string;
  /**
   * Calls come later by up to this time, so that requests do not arrive at a fixed minute; undefined for calls in time.
   */
  window: Duration | undefined;
  call: NodeFunction<object>;
  /** The event of the call, for a function that has other events. */
  input?: Record<string, string>;
  /** A call that failed for good goes to the dead-letter queue of this queue; undefined when the next call makes up for it. */
  queue: WorkQueue | undefined;
}

/**
 * Calls a function on a schedule. The scheduler
 * retries when it cannot hand the call over, and Lambda retries when the function fails.
 */
export class ScheduledCall extends Construct {
  constructor(scope: Construct, id: string, props: ScheduledCallProps) {
    super(scope, id);
    const { description, expression, timeZone, window, call, input, queue } = props;
    const deadLetters = queue?.deadLetters;
    const maxEventAge = Duration.hours(1);
    new Schedule(this, 'Schedule', {
      description,
      schedule: ScheduleExpression.expression(expression, TimeZone.of(timeZone)),
      timeWindow: window ? TimeWindow.flexible(window) : TimeWindow.off(),
      target: new LambdaInvoke(call, {
        retryAttempts: 3,
        maxEventAge,
        ...(input && { input: ScheduleTargetInput.fromObject(input) }),
        ...(deadLetters && { deadLetterQueue: deadLetters }),
        // The CDK would add a grant for every version of the function.
        role: this.roleFor(call.functionArn, deadLetters?.queueArn).withoutPolicyUpdates(),
      }),
    });
    if (!queue || !deadLetters) return;
    // The CDK's own destination would grant two more actions that Lambda never uses.
    queue.grantSendToDeadLetters(call);
    call.configureAsyncInvoke({
      retryAttempts: 2,
      maxEventAge,
      onFailure: { bind: () => ({ destination: deadLetters.queueArn }) },
    });
  }

  private roleFor(functionArn: string, deadLettersArn: string | undefined): Role {
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
    if (deadLettersArn !== undefined)
      role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLettersArn] }));
    return role;
  }
}
