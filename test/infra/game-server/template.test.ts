import { describe, expect, it } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { GameServer } from 'infra/game-server/template';
import { synthesize } from '../../support/template.ts';
import * as z from 'zod';

const Template = z.object({
  Parameters: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      AllowedPattern: z.string().optional(),
      AllowedValues: z.array(z.string()).optional(),
      MinValue: z.number().optional(),
      MaxValue: z.number().optional(),
    }),
  ),
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })),
});

function templateWith(zone: { hostedZoneId: string; domain: string } | null) {
  const app = new App({ analyticsReporting: false, context: { '@aws-cdk/core:newStyleStackSynthesis': false } });
  const stack = new GameServer(app, 'GameServer', { zone });
  return Template.parse(app.synth().getStackArtifact(stack.artifactId).template);
}
const template = templateWith(null);
const site = synthesize();

describe('the template that Start launches', () => {
  it('holds nothing that must outlive it', () => {
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    expect(types.toSorted()).toEqual([
      'AWS::CloudFormation::WaitCondition',
      'AWS::CloudFormation::WaitConditionHandle',
      'AWS::EC2::Instance',
      'AWS::EC2::SecurityGroup',
    ]);
  });

  it('makes an instance that answers only to signed requests for its credentials, and whose disk is encrypted', () => {
    expect(template.Resources['Server']?.Properties).toMatchObject({
      MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
      BlockDeviceMappings: [{ Ebs: { Encrypted: true, DeleteOnTermination: true } }],
      PropagateTagsToVolumeOnCreation: true,
    });
  });

  it.each(Object.entries(template.Parameters))(
    'bounds %s',
    (_, { AllowedPattern, AllowedValues, MinValue, MaxValue }) => {
      const isBounded = [
        AllowedPattern?.startsWith('^') && AllowedPattern.endsWith('$'),
        AllowedValues !== undefined,
        MinValue !== undefined && MaxValue !== undefined,
      ];
      expect(isBounded).toContain(true);
    },
  );

  it.each(["'; reboot; '", '$(reboot)', '`reboot`', 'a\nb', '"'])('lets no shell into a value: %j', (nasty) => {
    const texts = Object.values(template.Parameters).flatMap(({ AllowedPattern }) => AllowedPattern ?? []);
    expect(texts.filter((pattern) => new RegExp(pattern).test(nasty))).toEqual([]);
  });

  it('tells players where to connect: the address, or a name where there is a zone', () => {
    expect(template.Outputs['ServerAddress']?.Value).toEqual({ 'Fn::GetAtt': ['Server', 'PublicIp'] });
    expect(template.Outputs['ServerPort']?.Value).toEqual({ Ref: 'GamePort' });
    const named = templateWith({ hostedZoneId: 'Z0123456789ABCDEFGHIJ', domain: 'play.example.org' });
    expect(named.Outputs['ServerAddress']?.Value).toEqual({
      'Fn::Join': ['', [{ Ref: 'AWS::StackName' }, '.play.example.org']],
    });
    expect(named.Resources['Name']?.Properties).toMatchObject({ Type: 'A', HostedZoneId: 'Z0123456789ABCDEFGHIJ' });
  });
});

describe('what survives every server', () => {
  const ofWorld = site.resources.filter(({ id }) => id.startsWith('StacksGameWorld'));

  it('is retained, all of it', () => {
    expect(ofWorld.length).toBeGreaterThan(10);
    expect(
      ofWorld.filter(
        ({ DeletionPolicy, UpdateReplacePolicy }) => DeletionPolicy !== 'Retain' || UpdateReplacePolicy !== 'Retain',
      ),
    ).toEqual([]);
    const [role] = site.resources.filter(
      ({ id, Type }) => Type === 'AWS::IAM::Role' && id.startsWith('StacksGameServerRole'),
    );
    expect(role).toMatchObject({ DeletionPolicy: 'Retain' });
  });

  it('has no NAT, and nothing else that costs by the hour', () => {
    const types = new Set(site.resources.map(({ Type }) => Type));
    for (const dear of [
      'AWS::EC2::NatGateway',
      'AWS::EC2::EIP',
      'AWS::EC2::VPCEndpoint',
      'AWS::EC2::Instance',
      'AWS::KMS::Key',
    ])
      expect(types).not.toContain(dear);
  });

  it('keeps the worlds encrypted and backed up every day, in a zone that is called by its name', () => {
    const [worlds, ...others] = site.ofType('AWS::EFS::FileSystem');
    expect(others).toEqual([]);
    expect(worlds?.Properties).toMatchObject({
      Encrypted: true,
      BackupPolicy: { Status: 'ENABLED' },
      AvailabilityZoneName: { 'Fn::Join': ['', [{ Ref: 'AWS::Region' }, 'a']] },
    });
  });
});

const Statement = z.object({
  Action: z.union([z.string(), z.array(z.string())]).transform((actions) => [actions].flat()),
  Resource: z.unknown(),
  Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});
const Policy = z.object({
  PolicyDocument: z.object({ Statement: z.array(Statement) }),
  Roles: z.array(z.object({ Ref: z.string() })),
});

const statementsOf = (rolePrefix: string) =>
  site
    .ofType('AWS::IAM::Policy')
    .map(({ Properties }) => Policy.parse(Properties))
    .filter(({ Roles }) => Roles.some(({ Ref }) => Ref.startsWith(rolePrefix)))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

describe('the role in which CloudFormation acts', () => {
  const statements = statementsOf('StacksGameServerRole');

  it('changes and ends only what carries a configured stack’s name', () => {
    const names = ['bedrock-survival', 'bedrock-creative'];
    for (const action of ['ec2:TerminateInstances', 'ec2:DeleteSecurityGroup', 'ec2:AuthorizeSecurityGroupIngress']) {
      const granting = statements.filter(({ Action }) => Action.includes(action));
      expect(granting.map(({ Condition }) => Condition)).toEqual([
        { StringEquals: { 'aws:ResourceTag/home-page:stack': names } },
      ]);
    }
    const running = statements.filter(
      ({ Action, Resource }) => Action.includes('ec2:RunInstances') && JSON.stringify(Resource).includes(':instance/'),
    );
    expect(running.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'aws:RequestTag/home-page:stack': names } },
    ]);
  });

  it('is allowed everything only to look', () => {
    const everywhere = statements.filter(({ Resource }) => Resource === '*').flatMap(({ Action }) => Action);
    expect(everywhere.length).toBeGreaterThan(0);
    expect(everywhere.filter((action) => !action.startsWith('ec2:Describe'))).toEqual([]);
  });

  it('has nothing of IAM but to hand the servers their own roles', () => {
    const iam = statements.filter(({ Action }) => Action.some((action) => action.startsWith('iam:')));
    expect(iam).toEqual([
      {
        Action: ['iam:PassRole'],
        Resource: expect.arrayContaining([{ 'Fn::GetAtt': [expect.stringMatching(/^StacksGameWorld.*Role/), 'Arn'] }]),
        Condition: { StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' } },
      },
    ]);
  });
});

describe('a server’s own role', () => {
  it('reaches its own world through its own door, and asks for a stop; nothing else', () => {
    const statements = statementsOf('StacksGameWorldbedrocksurvivalRole');
    expect(statements.map(({ Action }) => Action)).toEqual([
      ['elasticfilesystem:ClientMount', 'elasticfilesystem:ClientWrite'],
      ['events:PutEvents'],
    ]);
    expect(statements[0]?.Condition).toEqual({
      StringEquals: {
        'elasticfilesystem:AccessPointArn': { 'Fn::GetAtt': [expect.stringMatching(/survivalAccessPoint/), 'Arn'] },
      },
    });
    expect(statements[1]?.Condition).toEqual({
      StringEquals: { 'events:source': 'home-page.game-server', 'events:detail-type': 'Idle' },
    });
  });
});
