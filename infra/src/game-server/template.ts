import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, CfnOutput, CfnParameter, Stack } from 'aws-cdk-lib';
import { CfnSecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct } from 'constructs';

/** What Start launches and Stop deletes. It holds nothing that must outlive it. */
class GameServer extends Stack {
  constructor(scope: Construct, id: string) {
    super(scope, id, { description: 'A game server that runs only while somebody plays' });
    const port = new CfnParameter(this, 'GamePort', {
      type: 'Number',
      default: 19132,
      minValue: 1024,
      maxValue: 65535,
      description: 'Where the game listens',
    });
    const group = new CfnSecurityGroup(this, 'Firewall', {
      groupDescription: 'Lets players in',
      securityGroupIngress: [
        { ipProtocol: 'udp', fromPort: port.valueAsNumber, toPort: port.valueAsNumber, cidrIp: '0.0.0.0/0' },
      ],
    });
    new CfnOutput(this, 'FirewallId', { value: group.attrGroupId });
    new CfnOutput(this, 'Port', { value: port.valueAsString });
  }
}

/** The template as a file of the deployment. An app of its own makes it, in memory: CloudFormation launches it by itself. */
export function gameServerTemplate(scope: Construct, id: string): Asset {
  const outdir = mkdtempSync(join(tmpdir(), 'game-server-'));
  try {
    const app = new App({
      outdir,
      analyticsReporting: false,
      builtinCloudFormationValidation: false,
      // No trace of a bootstrap in the template: it has no assets of its own.
      context: { '@aws-cdk/core:newStyleStackSynthesis': false },
    });
    const stack = new GameServer(app, 'GameServer');
    // Copied into the assembly at once.
    return new Asset(scope, id, { path: app.synth().getStackArtifact(stack.artifactId).templateFullPath });
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
