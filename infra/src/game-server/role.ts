import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { RemovalPolicies, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { imageParameter } from './template.ts';
import type { GameWorld } from './world.ts';

/** The tag of every stack that a start creates: see lambdas/src/stack/snapshot/cloudformation-client.ts. */
const stackNameTag = 'home-page:stack';

interface GameServerRoleProps {
  stackNames: string[];
  world: GameWorld;
  /** The one target that the rules of servers may have. */
  watchFunctionArn: string;
  /** The Route 53 zone of the servers' names, if there is one. */
  hostedZoneId: string | undefined;
}

/** The service role in which CloudFormation creates and deletes game servers. It grants nothing else. */
export class GameServerRole extends Construct {
  readonly roleArn: string;

  constructor(
    scope: Construct,
    id: string,
    { stackNames, world, watchFunctionArn, hostedZoneId }: GameServerRoleProps,
  ) {
    super(scope, id);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('cloudformation.amazonaws.com'),
      description: 'CloudFormation, while it starts and stops game servers',
    });
    this.roleArn = role.roleArn;

    const ec2 = (resource: string) => Stack.of(this).formatArn({ service: 'ec2', resource, resourceName: '*' });
    const instance = ec2('instance');
    const allow = (actions: string[], resources: string[], conditions: Record<string, unknown> = {}) =>
      role.addToPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions, resources, conditions }));

    // CloudFormation copies the tags of a stack to the resources that it creates.
    const made = { StringEquals: { [`aws:RequestTag/${stackNameTag}`]: stackNames } };
    const ours = { StringEquals: { [`aws:ResourceTag/${stackNameTag}`]: stackNames } };
    // Opens the ports for players, and closes them again.
    allow(['ec2:AuthorizeSecurityGroupIngress', 'ec2:RevokeSecurityGroupIngress'], world.serverGroupArns);
    allow(['ec2:RunInstances'], [instance], made);
    const image = Stack.of(this).formatArn({ service: 'ec2', account: '', resource: 'image', resourceName: '*' });
    const given = [ec2('volume'), ec2('network-interface'), world.subnetArn, ...world.serverGroupArns, image];
    allow(['ec2:RunInstances'], given);
    allow(['ec2:TerminateInstances'], [instance], ours);
    allow(['ec2:CreateTags'], [instance], { StringEquals: { 'ec2:CreateAction': 'RunInstances' } });
    allow(['iam:PassRole'], world.serverRoleArns, { StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' } });
    // The watchdog of each server is a rule with the stack's name.
    const rules = stackNames.map((name) =>
      Stack.of(this).formatArn({ service: 'events', resource: 'rule', resourceName: name }),
    );
    const onRule = 'PutRule TagResource RemoveTargets DeleteRule DescribeRule ListTargetsByRule ListTagsForResource';
    allow(
      onRule.split(' ').map((action) => `events:${action}`),
      rules,
    );
    allow(['events:PutTargets'], rules, { ArnEquals: { 'events:TargetArn': watchFunctionArn } });
    const parameter = { service: 'ssm', account: '', resource: 'parameter', resourceName: imageParameter.slice(1) };
    allow(['ssm:GetParameters'], [Stack.of(this).formatArn(parameter)]);
    if (hostedZoneId !== undefined) {
      const zone = `arn:${Stack.of(this).partition}:route53:::hostedzone/${hostedZoneId}`;
      allow(['route53:ChangeResourceRecordSets', 'route53:GetHostedZone', 'route53:ListResourceRecordSets'], [zone]);
      allow(['route53:GetChange'], [`arn:${Stack.of(this).partition}:route53:::change/*`]);
      // The handlers of record sets list it, although the template names the zone by its id. AWS limits it to no zone.
      allow(['route53:ListHostedZones'], ['*']);
    }
    // CloudFormation's resource schemas list these reads, and some more that its handlers made before they were published.
    // EC2 limits none of them to a resource, and an association's id is not known before its server.
    const described = `SecurityGroups SecurityGroupRules Vpcs Subnets NetworkInterfaces AvailabilityZones Images InstanceTypes
      LaunchTemplates LaunchTemplateVersions KeyPairs Volumes Tags Instances InstanceStatus InstanceAttribute
      InstanceCreditSpecifications IamInstanceProfileAssociations`;
    const reads = described.split(/\s+/).map((what) => `ec2:Describe${what}`);
    allow([...reads, 'ssm:DescribeAssociation', 'ssm:ListAssociations'], ['*']);
    // CloudFormation needs the role to delete a server that outlives this deployment.
    RemovalPolicies.of(this).retainOnUpdateOrDelete();
  }
}
