import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { synthesize } from '../../support/aws/template.ts';

const site = await synthesize();

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

  it('lets a server have a public address, and its files to the servers alone', () => {
    const [subnet, ...others] = site.ofType('AWS::EC2::Subnet');
    expect(others).toEqual([]);
    expect(subnet?.Properties).toMatchObject({ MapPublicIpOnLaunch: true });
    const open = site.ofType('AWS::EC2::SecurityGroupIngress').map(({ Properties }) => Properties);
    expect(open).toEqual(
      ['survival', 'creative'].map((game) => ({
        GroupId: { 'Fn::GetAtt': [expect.stringMatching(/^StacksGameWorldFiles/), 'GroupId'] },
        SourceSecurityGroupId: {
          'Fn::GetAtt': [expect.stringMatching(`^StacksGameWorldbedrock${game}Server`), 'GroupId'],
        },
        IpProtocol: 'tcp',
        FromPort: 2049,
        ToPort: 2049,
        Description: expect.anything(),
      })),
    );
  });

  it('shows the files to nobody who only reaches them over the network', () => {
    const [worlds] = site.ofType('AWS::EFS::FileSystem');
    // EFS lets everybody in where there is no policy. The account as principal means: whom its own roles allow.
    const account = {
      'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':iam::', { Ref: 'AWS::AccountId' }, ':root']],
    };
    expect(worlds?.Properties['FileSystemPolicy']).toMatchObject({
      Statement: [{ Effect: 'Allow', Principal: { AWS: account }, Action: 'elasticfilesystem:ClientMount' }],
    });
  });

  it('can be reached before a server can be started', () => {
    const [mount] = site.ofType('AWS::EFS::MountTarget');
    const profiles = site.ofType('AWS::IAM::InstanceProfile');
    const after = expect.objectContaining({ DependsOn: [mount?.id] });
    expect(profiles).toEqual([after, after]);
  });

  it('gives each world a folder and an owner of its own, the one that the game runs as', () => {
    const doors = site.ofType('AWS::EFS::AccessPoint').map(({ Properties }) => Properties);
    expect(doors).toEqual(
      ['bedrock-survival', 'bedrock-creative'].map((name) =>
        expect.objectContaining({
          PosixUser: { Uid: '1000', Gid: '1000' },
          RootDirectory: {
            Path: `/${name}`,
            CreationInfo: { OwnerUid: '1000', OwnerGid: '1000', Permissions: '0750' },
          },
        }),
      ),
    );
  });

  it('keeps the worlds encrypted and backed up every day, in a zone that is called by its name', () => {
    const [worlds, ...others] = site.ofType('AWS::EFS::FileSystem');
    expect(others).toEqual([]);
    expect(worlds?.Properties).toMatchObject({
      Encrypted: true,
      BackupPolicy: { Status: 'ENABLED' },
      ThroughputMode: 'elastic',
      LifecyclePolicies: [{ TransitionToIA: 'AFTER_7_DAYS' }, { TransitionToPrimaryStorageClass: 'AFTER_1_ACCESS' }],
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

const groupArn = (game: string) => ({
  'Fn::Join': [
    '',
    expect.arrayContaining([
      ':security-group/',
      { 'Fn::GetAtt': [expect.stringMatching(`bedrock${game}Server`), 'GroupId'] },
    ]),
  ],
});

describe('the role in which CloudFormation acts', () => {
  const statements = statementsOf('StacksGameServerRole');

  it('changes and ends only what carries a configured stack’s name', () => {
    const names = ['bedrock-survival', 'bedrock-creative'];
    const ending = statements.filter(({ Action }) => Action.includes('ec2:TerminateInstances'));
    expect(ending.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'aws:ResourceTag/home-page:stack': names } },
    ]);
    const running = statements.filter(
      ({ Action, Resource }) => Action.includes('ec2:RunInstances') && JSON.stringify(Resource).includes(':instance/'),
    );
    expect(running.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'aws:RequestTag/home-page:stack': names } },
    ]);
  });

  it('opens and shuts the doors of the servers’ own groups, and makes none', () => {
    const doors = statements.filter(({ Action }) => Action.some((action) => /Ingress|SecurityGroup$/.test(action)));
    expect(doors).toEqual([
      {
        Action: ['ec2:AuthorizeSecurityGroupIngress', 'ec2:RevokeSecurityGroupIngress'],
        Resource: ['survival', 'creative'].map(groupArn),
        Condition: {},
      },
    ]);
  });

  it('tags only what it is just launching', () => {
    const tagging = statements.filter(({ Action }) => Action.includes('ec2:CreateTags'));
    expect(tagging.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'ec2:CreateAction': 'RunInstances' } },
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
  it('reaches its own world through its own door, says who plays and asks for a stop; nothing else', () => {
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
      StringEquals: { 'events:source': 'home-page.game-server', 'events:detail-type': ['Idle', 'Players'] },
    });
  });
});
