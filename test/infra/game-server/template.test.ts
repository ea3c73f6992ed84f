import { describe, expect, it } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { GameServer } from 'infra/game-server/template';
import * as z from 'zod';

const Template = z.object({
  Parameters: z.record(
    z.string(),
    z.looseObject({
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

const serverImage = 'itzg/minecraft-bedrock-server:latest';
const pinned = { image: serverImage, digest: `sha256:${'5c'.repeat(32)}` };

function templateWith(
  zone: { hostedZoneId: string; domain: string } | null,
  pinnedImage: typeof pinned | null = pinned,
) {
  const app = new App({ analyticsReporting: false, context: { '@aws-cdk/core:newStyleStackSynthesis': false } });
  const stack = new GameServer(app, 'GameServer', {
    game: 'bedrock',
    image: { name: serverImage, pinned: pinnedImage },
    zone,
  });
  return Template.parse(app.synth().getStackArtifact(stack.artifactId).template);
}
const template = templateWith(null);

describe('the template that Start launches', () => {
  it('contains no resource that must outlive it', () => {
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    expect(types.toSorted()).toEqual([
      'AWS::CloudFormation::WaitCondition',
      'AWS::CloudFormation::WaitConditionHandle',
      'AWS::EC2::Instance',
      'AWS::EC2::SecurityGroupIngress',
      'AWS::EC2::SecurityGroupIngress',
      'AWS::Events::Rule',
    ]);
  });

  it('is watched from before its server exists until after it is deleted', () => {
    expect(template.Resources['Server']?.['DependsOn']).toEqual(['Watchdog']);
    expect(template.Resources['Watchdog']?.Properties).toMatchObject({
      Name: { Ref: 'AWS::StackName' },
      ScheduleExpression: 'rate(1 minute)',
      Targets: [{ Arn: { Ref: 'WatchFunctionArn' } }],
    });
  });

  it('requires IMDSv2 and encrypts the disk', () => {
    expect(template.Resources['Server']?.Properties).toMatchObject({
      MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
      // The image's own disk has 8 GB, and Docker needs some.
      BlockDeviceMappings: [{ Ebs: { Encrypted: true, DeleteOnTermination: true, VolumeType: 'gp3', VolumeSize: 20 } }],
      CreditSpecification: { CPUCredits: 'unlimited' },
      IamInstanceProfile: { Ref: 'InstanceProfileName' },
      SubnetId: { Ref: 'SubnetId' },
      SecurityGroupIds: [{ Ref: 'ServerGroupId' }],
      ImageId: expect.stringMatching(/^\{\{resolve:ssm:.*al2023-ami-kernel-default-x86_64\}\}$/),
    });
  });

  it("opens only the game's ports, and only to the configured addresses", () => {
    const open = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::EC2::SecurityGroupIngress');
    const from = { GroupId: { Ref: 'ServerGroupId' }, CidrIp: { Ref: 'PlayersCidr' } };
    const port = { Ref: 'GamePort' };
    expect(open.map(({ Properties }) => Properties)).toEqual([
      { ...from, IpProtocol: 'tcp', FromPort: port, ToPort: port, Description: expect.anything() },
      { ...from, IpProtocol: 'udp', FromPort: 20_000, ToPort: 20_039, Description: expect.anything() },
    ]);
    // Each player needs a port, and players who come back at once need another one.
    expect(template.Parameters['MaxPlayers']?.MaxValue).toBeLessThanOrEqual(30);
  });

  it('passes the boot script its variables', () => {
    const script = JSON.stringify(template.Resources['Server']?.Properties['UserData']);
    const said = (name: string) => new RegExp(`export ${name}='([^']*)'`).exec(script)?.[1];
    expect(said('SESSION_PORTS')).toBe('20000-20039');
    const given = {
      STACK_NAME: 'AWS::StackName',
      STACK_ID: 'AWS::StackId',
      REGION: 'AWS::Region',
      SIGNAL_URL: 'Ready',
      FILE_SYSTEM_ID: 'FileSystemId',
      ACCESS_POINT_ID: 'AccessPointId',
      GAME_PORT: 'GamePort',
      MEMORY_MIB: 'MemoryMiB',
      IDLE_MINUTES: 'IdleMinutes',
      SERVER_NAME: 'ServerName',
      GAME_MODE: 'GameMode',
      DIFFICULTY: 'Difficulty',
      MAX_PLAYERS: 'MaxPlayers',
      LEVEL_SEED: 'LevelSeed',
      ALLOW_CHEATS: 'AllowCheats',
      ALLOWED_PLAYERS: 'AllowedPlayers',
    };
    for (const [name, of] of Object.entries(given)) expect([name, said(name)]).toEqual([name, `",{"Ref":"${of}"},"`]);
  });

  it.each([
    ['the digest that its tag had at setup', pinned, 'itzg/minecraft-bedrock-server@' + pinned.digest],
    ['the tag before the first setup', null, serverImage],
    ['the tag when another image was chosen since', { ...pinned, image: 'owner/other:1' }, serverImage],
  ])('runs the image by %s', (_, pinnedImage, image) => {
    const script = JSON.stringify(templateWith(null, pinnedImage).Resources['Server']?.Properties['UserData']);
    expect(script).toContain(`export IMAGE='${image}'`);
  });

  it("completes on the server's signal and fails within the hour that a start may take", () => {
    expect(template.Resources['GameAnswers']).toMatchObject({
      DependsOn: ['Server'],
      Properties: { Handle: { Ref: 'Ready' }, Count: 1, Timeout: '3300' },
    });
  });

  it('opens one port of a Java server, on an instance of 4 GB', () => {
    const app = new App({ analyticsReporting: false, context: { '@aws-cdk/core:newStyleStackSynthesis': false } });
    const image = {
      name: 'itzg/minecraft-server:latest',
      pinned: { image: 'itzg/minecraft-server:latest', digest: pinned.digest },
    };
    const stack = new GameServer(app, 'JavaServer', { game: 'java', image, zone: null });
    const made = Template.parse(app.synth().getStackArtifact(stack.artifactId).template);
    const open = Object.values(made.Resources).filter(({ Type }) => Type === 'AWS::EC2::SecurityGroupIngress');
    const port = { Ref: 'GamePort' };
    expect(open.map(({ Properties }) => Properties)).toEqual([
      expect.objectContaining({ IpProtocol: 'tcp', FromPort: port, ToPort: port, CidrIp: { Ref: 'PlayersCidr' } }),
    ]);
    expect(made.Parameters['InstanceType']).toMatchObject({ Default: 't3a.medium' });
    expect(made.Parameters['GamePort']).toMatchObject({ Default: 25_565 });
    expect(JSON.stringify(made.Resources['Server']?.Properties['UserData'])).toContain(
      `export IMAGE='itzg/minecraft-server@${pinned.digest}'`,
    );
    expect(made.Outputs).toEqual(template.Outputs);
  });

  it('stops a server after half an hour without players unless its owner says otherwise', () => {
    expect(template.Parameters['IdleMinutes']).toMatchObject({ Default: 30, MinValue: 5 });
    expect(template.Parameters['InstanceType']).toMatchObject({ Default: 't3.small' });
  });

  it.each([
    ['PlayersCidr', '203.0.113.0/24', '999.0.0.1/24'],
    ['PlayersCidr', '0.0.0.0/0', '203.0.113.7'],
    ['AllowedPlayers', 'Ann B,Bob', 'Ann, Bob'],
    ['AllowedPlayers', '', 'Ann,'],
    ['ServerName', 'Our Server 1.0', ' Ours'],
    ['ServerName', 'x'.repeat(40), 'x'.repeat(41)],
    ['LevelSeed', '-8349027', 'a seed'],
  ])('accepts %s %j and refuses %j', (name, good, bad) => {
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

  it.each(["'; reboot; '", '$(reboot)', '`reboot`', 'a\nb', '"'])('refuses shell syntax in a value: %j', (value) => {
    const texts = Object.values(template.Parameters).flatMap(({ AllowedPattern }) => AllowedPattern ?? []);
    expect(texts.filter((pattern) => new RegExp(pattern).test(value))).toEqual([]);
  });

  it("outputs the server's address, or its name where there is a zone", () => {
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
      // It has another address after each start.
      TTL: '60',
    });
  });
});
