import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Aws, CfnOutput, CfnWaitCondition, CfnWaitConditionHandle, Fn, Stack } from 'aws-cdk-lib';
import { CfnInstance, CfnSecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct } from 'constructs';
import type { AppConfig } from '../config.ts';
import { gameParameters, placeParameters } from './parameters.ts';
import { userData } from './user-data.ts';

type Zone = AppConfig['stacks']['zone'];

/** Amazon Linux 2023, the newest on the day of the start. The game is made for x86 only. */
export const imageParameter = '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64';

/** What Start launches and Stop deletes. It holds nothing that must outlive it: the world is on a file system of its own. */
export class GameServer extends Stack {
  constructor(scope: Construct, id: string, { zone }: { zone: Zone }) {
    super(scope, id, { description: 'A Minecraft Bedrock server that runs only while somebody plays' });
    const place = placeParameters(this);
    const game = gameParameters(this);

    const firewall = new CfnSecurityGroup(this, 'Firewall', {
      groupDescription: 'Lets players in',
      vpcId: place.vpcId,
      securityGroupIngress: [
        {
          ipProtocol: 'udp',
          fromPort: game.port.valueAsNumber,
          toPort: game.port.valueAsNumber,
          cidrIp: game.playersCidr,
          description: 'Players',
        },
      ],
    });

    const ready = new CfnWaitConditionHandle(this, 'Ready');
    const server = new CfnInstance(this, 'Server', {
      imageId: `{{resolve:ssm:${imageParameter}}}`,
      instanceType: game.instanceType,
      subnetId: place.subnetId,
      securityGroupIds: [firewall.attrGroupId, place.worldAccessGroupId],
      iamInstanceProfile: place.instanceProfileName,
      metadataOptions: { httpTokens: 'required', httpEndpoint: 'enabled', httpPutResponseHopLimit: 1 },
      // The disk holds the system and the downloaded game, nothing that is missed.
      blockDeviceMappings: [
        {
          deviceName: '/dev/xvda',
          ebs: { encrypted: true, volumeType: 'gp3', volumeSize: 12, deleteOnTermination: true },
        },
      ],
      propagateTagsToVolumeOnCreation: true,
      userData: Fn.base64(
        userData({
          STACK_NAME: Aws.STACK_NAME,
          STACK_ID: Aws.STACK_ID,
          REGION: Aws.REGION,
          SIGNAL_URL: ready.ref,
          FILE_SYSTEM_ID: place.fileSystemId,
          ACCESS_POINT_ID: place.accessPointId,
          ...game.settings,
        }),
      ),
    });

    // Not a creation policy: of a wait condition's signal CloudFormation shows the reason, too.
    const answers = new CfnWaitCondition(this, 'GameAnswers', { handle: ready.ref, count: 1, timeout: '1500' });
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

/** The template as a file of the deployment. */
export function gameServerTemplate(scope: Construct, id: string, zone: Zone): Asset {
  const outdir = mkdtempSync(join(tmpdir(), 'game-server-'));
  try {
    const { app, stack } = gameServerApp(outdir, zone);
    // Copied into the assembly at once.
    return new Asset(scope, id, { path: app.synth().getStackArtifact(stack.artifactId).templateFullPath });
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
