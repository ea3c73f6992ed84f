import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';

/** On every stack that a start launches: see lambdas/src/stack/cloudformation.ts. */
const stackNameTag = 'home-page:stack';

/** What CloudFormation may do for a game server, and for nothing else: it acts in this role, never in the caller's. */
export class GameServerRole extends Construct {
  readonly roleArn: string;

  constructor(scope: Construct, id: string, { stackNames }: { stackNames: string[] }) {
    super(scope, id);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('cloudformation.amazonaws.com'),
      description: 'CloudFormation, while it starts and stops game servers',
    });
    this.roleArn = role.roleArn;

    const ec2 = (resource: string) => Stack.of(this).formatArn({ service: 'ec2', resource, resourceName: '*' });
    const group = ec2('security-group');
    const allow = (actions: string[], resources: string[], conditions: Record<string, unknown> = {}) =>
      role.addToPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions, resources, conditions }));

    // CloudFormation hands a stack's own tags on to all that it makes.
    const made = { StringEquals: { [`aws:RequestTag/${stackNameTag}`]: stackNames } };
    const ours = { StringEquals: { [`aws:ResourceTag/${stackNameTag}`]: stackNames } };
    allow(['ec2:CreateSecurityGroup'], [group], made);
    allow(['ec2:CreateSecurityGroup'], [ec2('vpc')]);
    allow(['ec2:CreateTags'], [group], { StringEquals: { 'ec2:CreateAction': 'CreateSecurityGroup' } });
    allow(
      ['ec2:AuthorizeSecurityGroupIngress', 'ec2:RevokeSecurityGroupIngress', 'ec2:DeleteSecurityGroup'],
      [group],
      ours,
    );
    // Neither can be limited to a resource.
    allow(['ec2:DescribeSecurityGroups', 'ec2:DescribeVpcs'], ['*']);
  }
}
