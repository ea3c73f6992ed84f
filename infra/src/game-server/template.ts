import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Aws, CfnOutput, CfnWaitCondition, CfnWaitConditionHandle, Fn, Stack } from 'aws-cdk-lib';
import { CfnInstance, CfnSecurityGroupIngress } from 'aws-cdk-lib/aws-ec2';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { AppConfig } from '../config.ts';
import { gameParameters, placementParameters, worldParameters } from './parameters.ts';
import { refuseParameters } from './refuse-parameters.ts';
import { userData } from './user-data.ts';

type ImageSettings = Pick<AppConfig['stacks'], 'serverImage' | 'pinnedImage'>;
type GameServerProps = ImageSettings & Pick<AppConfig['stacks'], 'zone'>;
type Zone = GameServerProps['zone'];

/** The latest image of Amazon Linux 2023 at the time of the start. The game runs on x86 only. */
export const imageParameter = '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64';

/** One port per player, with some to spare for players who reconnect: see docs/decisions/0034. */
const sessionPorts = { from: 20_000, to: 20_039 };

/** A digest belongs to the image of which it was read. After a change of the image, its tag counts until the next setup. */
export const isPinned = ({ serverImage, pinnedImage }: ImageSettings) => pinnedImage?.image === serverImage;

/**
 * The image that servers run. The game itself is not in it: it downloads the latest version at its start, because game
 * clients update themselves and refuse an older server.
 */
const imageReference = ({ serverImage, pinnedImage }: ImageSettings) =>
  isPinned({ serverImage, pinnedImage }) ? `${serverImage.split(':')[0]}@${pinnedImage?.digest}` : serverImage;

/** The stack that a start creates and a stop deletes. The world is not part of it: it has its own file system. */
export class GameServer extends Stack {
  constructor(scope: Construct, id: string, { zone, ...image }: GameServerProps) {
    super(scope, id, { description: 'A Minecraft Bedrock server that stops when no players are connected' });
    const place = placementParameters(this);
    const game = gameParameters(this);

    const allowPlayers = (who: string, ipProtocol: string, fromPort: number, toPort: number, description: string) =>
      new CfnSecurityGroupIngress(this, who, {
        groupId: place.serverGroupId,
        cidrIp: game.playersCidr,
        ipProtocol,
        fromPort,
        toPort,
        description,
      });
    const port = game.port.valueAsNumber;
    allowPlayers('PlayersKnock', 'tcp', port, port, 'Players, to find the game');
    allowPlayers('PlayersPlay', 'udp', sessionPorts.from, sessionPorts.to, 'Players, each on a port of their own');

    const ready = new CfnWaitConditionHandle(this, 'Ready');
    const server = new CfnInstance(this, 'Server', {
      imageId: `{{resolve:ssm:${imageParameter}}}`,
      instanceType: game.instanceType,
      subnetId: place.subnetId,
      securityGroupIds: [place.serverGroupId],
      iamInstanceProfile: place.instanceProfileName,
      metadataOptions: { httpTokens: 'required', httpEndpoint: 'enabled', httpPutResponseHopLimit: 1 },
      // A new instance has no CPU credits, and would start at a fifth of its speed. Extra use is billed.
      creditSpecification: { cpuCredits: 'unlimited' },
      // The disk holds the system, the downloaded game, and an archive on its way.
      blockDeviceMappings: [
        {
          deviceName: '/dev/xvda',
          ebs: { encrypted: true, volumeType: 'gp3', volumeSize: 20, deleteOnTermination: true },
        },
      ],
      userData: Fn.base64(
        userData({
          STACK_NAME: Aws.STACK_NAME,
          STACK_ID: Aws.STACK_ID,
          REGION: Aws.REGION,
          IMAGE: imageReference(image),
          SIGNAL_URL: ready.ref,
          FILE_SYSTEM_ID: place.fileSystemId,
          ACCESS_POINT_ID: place.accessPointId,
          ARCHIVE_BUCKET: place.archiveBucketName,
          ...worldParameters(this),
          SESSION_PORTS: `${sessionPorts.from}-${sessionPorts.to}`,
          ...game.settings,
        }),
      ),
    });

    // A creation policy would not show the reason of a failure; a wait condition does.
    const answers = new CfnWaitCondition(this, 'GameAnswers', { handle: ready.ref, count: 1, timeout: '3300' });
    answers.addResourceDependency(server);

    const address = zone === null ? server.attrPublicIp : this.named(zone, server);
    new CfnOutput(this, 'ServerAddress', { value: address, description: 'What players type as the address' });
    new CfnOutput(this, 'ServerPort', { value: game.port.valueAsString });
    new CfnOutput(this, 'ServerInstance', {
      value: server.ref,
      description: 'The instance that gets the commands of the site',
    });
  }

  private named({ hostedZoneId, domain }: NonNullable<Zone>, server: CfnInstance): string {
    const name = `${Aws.STACK_NAME}.${domain}`;
    new CfnRecordSet(this, 'Name', {
      hostedZoneId,
      name,
      type: 'A',
      ttl: '60',
      resourceRecords: [server.attrPublicIp],
    });
    return name;
  }
}

/** A separate app synthesizes the template, because it is deployed apart from the site. */
export function gameServerApp(outdir: string, props: GameServerProps) {
  const app = new App({
    outdir,
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
    // The template has no assets, so it needs no bootstrap version.
    context: { '@aws-cdk/core:newStyleStackSynthesis': false },
  });
  return { app, stack: new GameServer(app, 'GameServer', props) };
}

type GameServers = GameServerProps & Pick<AppConfig['stacks'], 'configured'>;

/** The template as text, and the key that it has in a bucket. Throws unless it accepts the parameters of every configured stack. */
export function gameServerTemplate({ configured, ...props }: GameServers): { text: string; key: string } {
  const outdir = mkdtempSync(join(tmpdir(), 'game-server-'));
  try {
    const { app, stack } = gameServerApp(outdir, props);
    const made = app.synth().getStackArtifact(stack.artifactId);
    refuseParameters(made.template, configured);
    const text = readFileSync(made.templateFullPath, 'utf8');
    return { text, key: `${createHash('sha256').update(text).digest('hex')}.json` };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
