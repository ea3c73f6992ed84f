import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Aws, CfnOutput, CfnWaitCondition, CfnWaitConditionHandle, Fn, Stack } from 'aws-cdk-lib';
import { CfnInstance, CfnSecurityGroupIngress } from 'aws-cdk-lib/aws-ec2';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct } from 'constructs';
import type { AppConfig } from '../config.ts';
import { gameParameters, placeParameters } from './parameters.ts';
import { refuseParameters } from './refuse-parameters.ts';
import { userData } from './user-data.ts';

type Zone = AppConfig['stacks']['zone'];

/** Amazon Linux 2023, the newest on the day of the start. The game is made for x86 only. */
export const imageParameter = '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64';

/** One for each who plays, and some for those who come back before they are known to be gone: see docs/decisions/0072. */
const sessionPorts = { from: 20_000, to: 20_039 };

/** What Start launches and Stop deletes. It holds nothing that must outlive it: the world is on a file system of its own. */
export class GameServer extends Stack {
  constructor(scope: Construct, id: string, { zone }: { zone: Zone }) {
    super(scope, id, { description: 'A Minecraft Bedrock server that runs only while somebody plays' });
    const place = placeParameters(this);
    const game = gameParameters(this);

    const letIn = (who: string, ipProtocol: string, fromPort: number, toPort: number, description: string) =>
      new CfnSecurityGroupIngress(this, who, {
        groupId: place.serverGroupId,
        cidrIp: game.playersCidr,
        ipProtocol,
        fromPort,
        toPort,
        description,
      });
    const port = game.port.valueAsNumber;
    letIn('PlayersKnock', 'tcp', port, port, 'Players, to find the game');
    letIn('PlayersPlay', 'udp', sessionPorts.from, sessionPorts.to, 'Players, each on a port of their own');

    const ready = new CfnWaitConditionHandle(this, 'Ready');
    const server = new CfnInstance(this, 'Server', {
      imageId: `{{resolve:ssm:${imageParameter}}}`,
      instanceType: game.instanceType,
      subnetId: place.subnetId,
      securityGroupIds: [place.serverGroupId],
      iamInstanceProfile: place.instanceProfileName,
      metadataOptions: { httpTokens: 'required', httpEndpoint: 'enabled', httpPutResponseHopLimit: 1 },
      // Without saved credits it would have to start at a fifth of its speed; what more it takes is billed.
      creditSpecification: { cpuCredits: 'unlimited' },
      // The disk holds the system and the downloaded game, nothing that is missed.
      blockDeviceMappings: [
        {
          deviceName: '/dev/xvda',
          ebs: { encrypted: true, volumeType: 'gp3', volumeSize: 12, deleteOnTermination: true },
        },
      ],
      userData: Fn.base64(
        userData({
          STACK_NAME: Aws.STACK_NAME,
          STACK_ID: Aws.STACK_ID,
          REGION: Aws.REGION,
          SIGNAL_URL: ready.ref,
          FILE_SYSTEM_ID: place.fileSystemId,
          ACCESS_POINT_ID: place.accessPointId,
          SESSION_PORTS: `${sessionPorts.from}-${sessionPorts.to}`,
          ...game.settings,
        }),
      ),
    });

    // Not a creation policy: of a wait condition's signal CloudFormation shows the reason, too.
    const answers = new CfnWaitCondition(this, 'GameAnswers', { handle: ready.ref, count: 1, timeout: '2400' });
    answers.addResourceDependency(server);

    const address = zone === null ? server.attrPublicIp : this.named(zone, server);
    new CfnOutput(this, 'ServerAddress', { value: address, description: 'What players type as the address' });
    new CfnOutput(this, 'ServerPort', { value: game.port.valueAsString });
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

/** The template is made by an app of its own, in memory: CloudFormation launches it by itself. */
export function gameServerApp(outdir: string, zone: Zone) {
  const app = new App({
    outdir,
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
    // No trace of a bootstrap in the template: it has no assets of its own.
    context: { '@aws-cdk/core:newStyleStackSynthesis': false },
  });
  return { app, stack: new GameServer(app, 'GameServer', { zone }) };
}

type GameServers = Pick<AppConfig['stacks'], 'zone' | 'configured'>;

/** The template as a file of the deployment. It takes the parameters of every configured stack, or there is none. */
export function gameServerTemplate(scope: Construct, id: string, { zone, configured }: GameServers): Asset {
  const outdir = mkdtempSync(join(tmpdir(), 'game-server-'));
  try {
    const { app, stack } = gameServerApp(outdir, zone);
    const made = app.synth().getStackArtifact(stack.artifactId);
    refuseParameters(made.template, configured);
    // Copied into the assembly at once.
    return new Asset(scope, id, { path: made.templateFullPath });
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
