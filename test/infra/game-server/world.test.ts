import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { synthesize } from '../../support/aws/template.ts';

const site = await synthesize();

describe('the retained resources of worlds', () => {
  const ofWorld = site.resources.filter(({ id }) => id.startsWith('StacksGameWorld'));

  it('are all retained, except by a creation that is rolled back', () => {
    expect(ofWorld.length).toBeGreaterThan(10);
    expect(
      ofWorld.filter(
        ({ DeletionPolicy, UpdateReplacePolicy }) =>
          DeletionPolicy !== 'RetainExceptOnCreate' || UpdateReplacePolicy !== 'Retain',
      ),
    ).toEqual([]);
    const [role] = site.resources.filter(
      ({ id, Type }) => Type === 'AWS::IAM::Role' && id.startsWith('StacksGameServerRole'),
    );
    expect(role).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate' });
  });

  it('include no NAT and no resource with an hourly price', () => {
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

  it('give servers a public address and let only servers reach the files', () => {
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

  it('refuse file access that has only network access and no role', () => {
    const [worlds] = site.ofType('AWS::EFS::FileSystem');
    // EFS lets everybody in where there is no policy. With the account as principal, its own roles decide.
    const account = {
      'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':iam::', { Ref: 'AWS::AccountId' }, ':root']],
    };
    expect(worlds?.Properties['FileSystemPolicy']).toMatchObject({
      Statement: [{ Effect: 'Allow', Principal: { AWS: account }, Action: 'elasticfilesystem:ClientMount' }],
    });
  });

  it('exist before a server can be started', () => {
    const [mount] = site.ofType('AWS::EFS::MountTarget');
    const profiles = site.ofType('AWS::IAM::InstanceProfile');
    const after = expect.objectContaining({ DependsOn: [mount?.id] });
    expect(profiles).toEqual([after, after]);
  });

  it("give each world its own folder, owned by the game's user", () => {
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

  it('keep the archives private, encrypted and for 30 days after their server had them deleted', () => {
    const archives = site.resources.filter(({ id }) => id.startsWith('StacksGameWorldArchives'));
    expect(archives.map(({ Type }) => Type).toSorted()).toEqual(['AWS::S3::Bucket', 'AWS::S3::BucketPolicy']);
    expect(archives.find(({ Type }) => Type === 'AWS::S3::Bucket')?.Properties).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, BlockPublicPolicy: true, RestrictPublicBuckets: true },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      LifecycleConfiguration: { Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: 'Enabled' }] },
    });
  });

  it('let nobody end a deleted archive before', () => {
    const allowed = statementsOf('')
      .filter(({ Resource }) => JSON.stringify(Resource).includes('StacksGameWorldArchives'))
      .flatMap(({ Action }) => Action);
    expect(new Set(allowed)).toEqual(new Set(['s3:GetObject', 's3:PutObject', 's3:DeleteObject']));
  });

  it('keep the worlds encrypted and backed up daily, in a named zone', () => {
    const [worlds, ...others] = site.ofType('AWS::EFS::FileSystem');
    expect(others).toEqual([]);
    expect(worlds?.Properties).toMatchObject({
      Encrypted: true,
      BackupPolicy: { Status: 'ENABLED' },
      ThroughputMode: 'elastic',
      LifecyclePolicies: [{ TransitionToIA: 'AFTER_7_DAYS' }, { TransitionToPrimaryStorageClass: 'AFTER_1_ACCESS' }],
      AvailabilityZoneName: '{{resolve:ssm:/home-page/zone/a:1}}',
    });
  });
});

const Statement = z.object({
  Action: z.union([z.string(), z.array(z.string())]).transform((actions) => [actions].flat()),
  Resource: z.unknown(),
  Condition: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});
const Document = z.object({ Statement: z.array(Statement) });

const statementsOf = (rolePrefix: string) =>
  site.policies
    .filter(({ roles }) => roles.some((role) => role.startsWith(rolePrefix)))
    .flatMap(({ document }) => Document.parse(document).Statement);

const groupArn = (game: string) => ({
  'Fn::Join': [
    '',
    expect.arrayContaining([
      ':security-group/',
      { 'Fn::GetAtt': [expect.stringMatching(`bedrock${game}Server`), 'GroupId'] },
    ]),
  ],
});

describe("CloudFormation's role", () => {
  const statements = statementsOf('StacksGameServerRole');

  it("changes and deletes only resources with a configured stack's name", () => {
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

  it("changes the rules of the servers' own security groups and creates no group", () => {
    const doors = statements.filter(({ Action }) => Action.some((action) => /Ingress|SecurityGroup$/.test(action)));
    expect(doors).toEqual([
      {
        Action: ['ec2:AuthorizeSecurityGroupIngress', 'ec2:RevokeSecurityGroupIngress'],
        Resource: ['survival', 'creative'].map(groupArn),
        Condition: {},
      },
    ]);
  });

  it('tags only what it launches', () => {
    const tagging = statements.filter(({ Action }) => Action.includes('ec2:CreateTags'));
    expect(tagging.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'ec2:CreateAction': 'RunInstances' } },
    ]);
  });

  it('has wildcards for read-only actions only', () => {
    const everywhere = statements.filter(({ Resource }) => Resource === '*').flatMap(({ Action }) => Action);
    expect(everywhere.length).toBeGreaterThan(0);
    expect(everywhere.filter((action) => !/^(ec2:Describe|ssm:(Describe|List))/.test(action))).toEqual([]);
  });

  it("may only pass the servers' roles in IAM", () => {
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

describe("a server's role", () => {
  it('mounts only its own world, adds only to its own archives, and sends only its own events', () => {
    const statements = statementsOf('StacksGameWorldbedrocksurvivalRole');
    expect(statements.map(({ Action }) => Action)).toEqual([
      ['elasticfilesystem:ClientMount', 'elasticfilesystem:ClientWrite'],
      ['events:PutEvents'],
      ['s3:GetObject', 's3:PutObject'],
      [
        'ssm:UpdateInstanceInformation',
        'ssmmessages:CreateControlChannel',
        'ssmmessages:CreateDataChannel',
        'ssmmessages:OpenControlChannel',
        'ssmmessages:OpenDataChannel',
      ],
    ]);
    // It deletes no archive, not even one of its own.
    expect(statements[2]?.Resource).toEqual({
      'Fn::Join': [
        '',
        [{ 'Fn::GetAtt': [expect.stringMatching(/^StacksGameWorldArchives/), 'Arn'] }, '/bedrock-survival/*'],
      ],
    });
    expect(statements[0]?.Condition).toEqual({
      StringEquals: {
        'elasticfilesystem:AccessPointArn': {
          'Fn::Join': [
            '',
            expect.arrayContaining([':access-point/', { Ref: expect.stringMatching(/survivalAccessPoint/) }]),
          ],
        },
      },
    });
    expect(statements[1]?.Condition).toEqual({
      StringEquals: {
        'events:source': 'home-page.game-server',
        'events:detail-type': ['Booting', 'Idle', 'Players', 'Archived', 'ArchiveFailed', 'WorldChanged'],
      },
    });
  });
});
