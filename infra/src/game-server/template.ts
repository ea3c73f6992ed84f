import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Aws, CfnOutput, CfnWaitCondition, CfnWaitConditionHandle, Fn, Stack } from 'aws-cdk-lib';
import { CfnInstance, CfnSecurityGroupIngress } from 'aws-cdk-lib/aws-ec2';
import { CfnRule } from 'aws-cdk-lib/aws-events';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import { type GameId, gameOf, gameTitles } from 'shared-types/rules/stack/game';
import type { AppConfig } from '../config.ts';
import { games } from './games/all.ts';
import { gamesOf, imageOf, imageReference, type ServerImage } from './images.ts';
import { beginningParameters, gameParameters, placementParameters } from './parameters.ts';
import { refuseParameters } from './refuse-parameters.ts';
import { userData } from './user-data.ts';

type StackSettings = AppConfig['stacks'];
type Zone = StackSettings['zone'];
interface GameServerProps {
  game: GameId;
  image: ServerImage;
  zone: Zone;
}

/** The latest image of Amazon Linux 2023 at the time of the start. The game runs on x86 only. */
export const imageParameter = '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64';

/** The stack that a start creates and a stop deletes. The world is not part of it: it has its own file system. */
export class GameServer extends Stack {
  constructor(scope: Construct, id: string, { game: gameId, image, zone }: GameServerProps) {
    super(scope, id, { description: `A ${gameTitles[gameId]} server that stops when no players are connected` });
    const game = games[gameId];
    const place = placementParameters(this);
    const chosen = gameParameters(this, gameId);

    for (const { id: portsId, protocol, from, to, description } of game.openPorts(chosen.port.valueAsNumber))
      new CfnSecurityGroupIngress(this, portsId, {
        groupId: place.serverGroupId,
        cidrIp: chosen.playersCidr,
        ipProtocol: protocol,
        fromPort: from,
        toPort: to,
        description,
      });

    const ready = new CfnWaitConditionHandle(this, 'Ready');
    const server = new CfnInstance(this, 'Server', {
      imageId: `{{resolve:ssm:${imageParameter}}}`,
      instanceType: chosen.instanceType,
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
        userData(game, {
          STACK_NAME: Aws.STACK_NAME,
          STACK_ID: Aws.STACK_ID,
          REGION: Aws.REGION,
          IMAGE: imageReference(image),
          SIGNAL_URL: ready.ref,
          FILE_SYSTEM_ID: place.fileSystemId,
          ACCESS_POINT_ID: place.accessPointId,
          ARCHIVE_BUCKET: place.archiveBucketName,
          ...beginningParameters(this),
          ...chosen.settings,
        }),
      ),
    });

    // CloudFormation deletes it after the server, so a server that it cannot delete is still watched.
    server.addResourceDependency(this.watchdog(place.watchFunctionArn));

    // A creation policy would not show the reason of a failure; a wait condition does.
    const answers = new CfnWaitCondition(this, 'GameAnswers', { handle: ready.ref, count: 1, timeout: '3300' });
    answers.addResourceDependency(server);

    const address = zone === null ? server.attrPublicIp : this.named(zone, server);
    new CfnOutput(this, 'ServerAddress', { value: address, description: 'What players type as the address' });
    new CfnOutput(this, 'ServerPort', { value: chosen.port.valueAsString });
    new CfnOutput(this, 'ServerInstance', {
      value: server.ref,
      description: 'The instance that gets the commands of the site',
    });
  }

  /** Calls the site every minute, because a dead server cannot. See lambdas/src/stack/watch/watch-server.ts. */
  private watchdog(functionArn: string) {
    const detail = `{"stackName":"${Aws.STACK_NAME}","stackId":"${Aws.STACK_ID}"}`;
    return new CfnRule(this, 'Watchdog', {
      // The grant of the service role is for this name.
      name: Aws.STACK_NAME,
      description: 'Looks every minute whether the game server still reports',
      scheduleExpression: 'rate(1 minute)',
      targets: [
        {
          id: 'Watch',
          arn: functionArn,
          input: `{"detail-type":"Watch","detail":${detail}}`,
          retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
        },
      ],
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

export interface TemplateText {
  game: GameId;
  text: string;
  /** The key that it has in a bucket. */
  key: string;
}

/** Returns the template of each game in use. Throws unless they accept the parameters of every configured stack. */
export const gameServerTemplates = (stacks: StackSettings): TemplateText[] =>
  gamesOf(stacks).map((game) => {
    const outdir = mkdtempSync(join(tmpdir(), 'game-server-'));
    try {
      const { app, stack } = gameServerApp(outdir, { game, image: imageOf(game, stacks), zone: stacks.zone });
      const made = app.synth().getStackArtifact(stack.artifactId);
      refuseParameters(
        made.template,
        stacks.configured.filter((each) => gameOf(each) === game),
      );
      const text = readFileSync(made.templateFullPath, 'utf8');
      return { game, text, key: `${createHash('sha256').update(text).digest('hex')}.json` };
    } finally {
      rmSync(outdir, { recursive: true });
    }
  });
