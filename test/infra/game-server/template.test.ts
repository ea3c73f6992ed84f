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
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
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
      'AWS::EC2::SecurityGroupIngress',
      'AWS::EC2::SecurityGroupIngress',
    ]);
  });

  it('makes an instance that answers only to signed requests for its credentials, and whose disk is encrypted', () => {
    expect(template.Resources['Server']?.Properties).toMatchObject({
      MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
      BlockDeviceMappings: [{ Ebs: { Encrypted: true, DeleteOnTermination: true } }],
      CreditSpecification: { CPUCredits: 'unlimited' },
      IamInstanceProfile: { Ref: 'InstanceProfileName' },
      SubnetId: { Ref: 'SubnetId' },
      SecurityGroupIds: [{ Ref: 'ServerGroupId' }],
      ImageId: expect.stringMatching(/^\{\{resolve:ssm:.*al2023-ami-kernel-default-x86_64\}\}$/),
    });
  });

  it('lets players in, from where the owner says, to the game’s own ports and to nothing else', () => {
    const open = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::EC2::SecurityGroupIngress');
    const from = { GroupId: { Ref: 'ServerGroupId' }, CidrIp: { Ref: 'PlayersCidr' } };
    const port = { Ref: 'GamePort' };
    expect(open.map(({ Properties }) => Properties)).toEqual([
      { ...from, IpProtocol: 'tcp', FromPort: port, ToPort: port, Description: expect.anything() },
      { ...from, IpProtocol: 'udp', FromPort: 20_000, ToPort: 20_039, Description: expect.anything() },
    ]);
    expect(JSON.stringify(template.Resources['Server']?.Properties['UserData'])).toContain(
      "export SESSION_PORTS='20000-20039'",
    );
    // A port for each player, and some for those who come back at once.
    expect(template.Parameters['MaxPlayers']?.MaxValue).toBeLessThanOrEqual(30);
  });

  it('is complete when the server says so, not before, and fails within the hour that a start may take', () => {
    expect(template.Resources['GameAnswers']).toMatchObject({
      DependsOn: ['Server'],
      Properties: { Handle: { Ref: 'Ready' }, Count: 1, Timeout: '2400' },
    });
  });

  it.each([
    ['PlayersCidr', '203.0.113.0/24', '999.0.0.1/24'],
    ['PlayersCidr', '0.0.0.0/0', '203.0.113.7'],
    ['AllowedPlayers', 'Ann B,Bob', 'Ann, Bob'],
    ['AllowedPlayers', '', 'Ann,'],
    ['ServerName', 'Our Server 1.0', ' Ours'],
    ['ServerName', 'x'.repeat(40), 'x'.repeat(41)],
    ['LevelSeed', '-8349027', 'a seed'],
  ])('takes as %s %j, not %j', (name, good, bad) => {
    const pattern = new RegExp(template.Parameters[name]?.AllowedPattern ?? 'none');
    expect([good, bad].map((value) => pattern.test(value))).toEqual([true, false]);
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
    expect(named.Resources['Name']?.Properties).toMatchObject({
      Type: 'A',
      HostedZoneId: 'Z0123456789ABCDEFGHIJ',
      ResourceRecords: [{ 'Fn::GetAtt': ['Server', 'PublicIp'] }],
    });
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
        ...{ IpProtocol: 'tcp', FromPort: 2049, ToPort: 2049, Description: expect.anything() },
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
    const arn = (game: string) => ({
      'Fn::Join': [
        '',
        expect.arrayContaining([
          ':security-group/',
          { 'Fn::GetAtt': [expect.stringMatching(`bedrock${game}Server`), 'GroupId'] },
        ]),
      ],
    });
    const doors = statements.filter(({ Action }) => Action.some((action) => /Ingress|SecurityGroup$/.test(action)));
    expect(doors).toEqual([
      {
        Action: ['ec2:AuthorizeSecurityGroupIngress', 'ec2:RevokeSecurityGroupIngress'],
        Resource: ['survival', 'creative'].map(arn),
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
