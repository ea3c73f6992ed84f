import { ArnFormat, Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  Choice,
  Condition,
  DefinitionBody,
  Fail,
  LogLevel,
  StateMachine,
  Succeed,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';

interface StackWorkflowProps {
  /** The `verdict` of its answer decides whether the workflow calls it again. */
  step: IFunction;
  /** The maximum running time of a stack. A scheduled stop waits for this time. */
  maxUptime: Duration;
}

/** Waits until the action may begin, then calls the step function until the action is done or has failed. */
export class StackWorkflow extends Construct {
  readonly arn: string;
  /** A pattern that matches all executions. */
  readonly executionsArn: string;
  readonly log: LogGroup;

  constructor(scope: Construct, id: string, { step, maxUptime }: StackWorkflowProps) {
    super(scope, id);
    const stepTask = new LambdaInvoke(this, 'Step', {
      lambdaFunction: step,
      // Calls the function directly, without Step Functions' Lambda integration: see docs/decisions/0026.
      payloadResponseOnly: true,
      retryOnServiceExceptions: false,
    });
    stepTask.addRetry({ errors: ['States.ALL'], interval: Duration.seconds(2), backoffRate: 2, maxAttempts: 5 });
    const pause = new Wait(this, 'Wait for CloudFormation', { time: WaitTime.secondsPath('$.waitSeconds') });
    const failed = new Fail(this, 'Failed', { error: 'ActionFailed', causePath: '$.reason' });
    const verdict = new Choice(this, 'Is it there?')
      .when(Condition.stringEquals('$.verdict', 'wait'), pause.next(stepTask))
      .when(Condition.stringEquals('$.verdict', 'failed'), failed)
      .otherwise(new Succeed(this, 'Done'));
    const begin = new Wait(this, 'Wait until it is time', { time: WaitTime.timestampPath('$.notBefore') });
    this.log = new LogGroup(this, 'Log', {
      // Step Functions may write to groups with this prefix without a resource policy for each one.
      logGroupName: `/aws/vendedlogs/states/${Stack.of(this).stackName}-stacks`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const machine = new StateMachine(this, 'Machine', {
      definitionBody: DefinitionBody.fromChainable(begin.next(stepTask).next(verdict)),
      // A failed stop is tried again, in the end once an hour. The history of an execution has room for about ten days of that.
      timeout: maxUptime.plus(Duration.days(8)),
      // The CDK would also grant all versions of the function, and tracing.
      role: this.roleFor(step).withoutPolicyUpdates(),
      logs: {
        destination: this.log,
        level: LogLevel.ALL,
      },
    });
    this.arn = machine.stateMachineArn;
    this.executionsArn = Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${machine.stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  private roleFor(step: IFunction): Role {
    // Without the condition, a state machine of another account could make Step Functions assume this role.
    const conditions = { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } };
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('states.amazonaws.com', { conditions }) });
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [step.functionArn] }));
    // AWS documents these permissions: https://docs.aws.amazon.com/step-functions/latest/dg/cw-logs.html
    const delivery = [
      'CreateLogDelivery',
      'GetLogDelivery',
      'UpdateLogDelivery',
      'DeleteLogDelivery',
      'ListLogDeliveries',
    ];
    const policies = ['PutResourcePolicy', 'DescribeResourcePolicies', 'DescribeLogGroups'];
    const actions = [...delivery, ...policies].map((action) => `logs:${action}`);
    role.addToPolicy(new PolicyStatement({ actions, resources: ['*'] }));
    return role;
  }
}
