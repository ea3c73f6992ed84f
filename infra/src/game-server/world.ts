import { CfnSecurityGroupIngress, CfnSecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { CfnAccessPoint } from 'aws-cdk-lib/aws-efs';
import { CfnInstanceProfile, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { RemovalPolicies, Stack } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { AdoptedWorld } from '../adopted.ts';
import { archiveBucket } from './archive-bucket.ts';
import { adoptHome, makeHome, type WorldsHome } from './worlds-home.ts';

/** The events of a server: the phases of its boot (boot.sh), its player count and its request to be stopped (stop-when-idle.sh), and news of its world (world.sh). */
export const serverEvents = {
  source: 'home-page.game-server',
  detailTypes: ['Booting', 'Idle', 'Players', 'Archived', 'ArchiveFailed', 'WorldChanged'],
};

/** The place of a server's world, by the names of the template's parameters. */
export interface ServerPlacement {
  SubnetId: string;
  ServerGroupId: string;
  FileSystemId: string;
  AccessPointId: string;
  InstanceProfileName: string;
  ArchiveBucketName: string;
  WatchFunctionArn: string;
}

interface GameWorldProps {
  stackNames: string[];
  /** The function that the watchdog of each server calls. */
  watchFunctionArn: string;
  /** A letter, as the 'a' of eu-central-1a. */
  zoneLetter: string;
  /** The parts that an earlier deployment kept. They stay where they are, in whichever zone that is. */
  adopted: AdoptedWorld | undefined;
}

/** The parts that outlive a server: the network, and the encrypted file system with each stack's world and its backups. */
export class GameWorld extends Construct {
  readonly placementOf: ReadonlyMap<string, ServerPlacement>;
  /** The roles of the servers. CloudFormation passes them to the instances. */
  readonly serverRoleArns: string[];
  readonly subnetArn: string;
  /**
   * One security group per server. They are created here, because CloudFormation tags a group only after its creation, and
   * the service role's grants require the tag.
   */
  readonly serverGroupArns: string[];
  /** The bucket of the worlds' archives. */
  readonly archives: IBucket;
  /** The parts that a later deployment can adopt. */
  readonly kept: AdoptedWorld;

  constructor(scope: Construct, id: string, { stackNames, watchFunctionArn, zoneLetter, adopted }: GameWorldProps) {
    super(scope, id);
    const home = adopted === undefined ? makeHome(this, zoneLetter) : adoptHome(adopted);
    this.archives = archiveBucket(this, 'Archives', adopted?.archiveBucketName);
    const arnOf = (service: string, resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service, resource, resourceName });

    const places = stackNames.map((stackName) => {
      const world = new Construct(this, stackName);
      const parts = adopted?.stacks[stackName] ?? makeParts(world, home, stackName);
      const role = serverRole(world, {
        stackName,
        worldsArn: arnOf('elasticfilesystem', 'file-system', home.fileSystemId),
        accessPointArn: arnOf('elasticfilesystem', 'access-point', parts.accessPointId),
        archivesArn: this.archives.arnForObjects(`${stackName}/*`),
      });
      const profile = new CfnInstanceProfile(world, 'Profile', { roles: [role.roleName] });
      if (home.mount) profile.node.addDependency(home.mount);
      const place: ServerPlacement = {
        SubnetId: home.subnetId,
        ServerGroupId: parts.serverGroupId,
        FileSystemId: home.fileSystemId,
        AccessPointId: parts.accessPointId,
        InstanceProfileName: profile.ref,
        ArchiveBucketName: this.archives.bucketName,
        WatchFunctionArn: watchFunctionArn,
      };
      return { stackName, place, parts, roleArn: role.roleArn };
    });
    this.placementOf = new Map(places.map(({ stackName, place }) => [stackName, place]));
    this.serverRoleArns = places.map(({ roleArn }) => roleArn);
    this.subnetArn = arnOf('ec2', 'subnet', home.subnetId);
    this.serverGroupArns = places.map(({ place }) => arnOf('ec2', 'security-group', place.ServerGroupId));
    const { mount: _, ...ids } = home;
    this.kept = {
      ...ids,
      archiveBucketName: this.archives.bucketName,
      stacks: { ...adopted?.stacks, ...Object.fromEntries(places.map(({ stackName, parts }) => [stackName, parts])) },
    };
    // All of it is empty at birth: a creation that is rolled back deletes it.
    RemovalPolicies.of(this).retainOnUpdateOrDelete();
  }
}

/** Makes what one stack's world consists of: its folder in the file system, and the security group of its server. */
function makeParts(scope: Construct, { vpcId, fileSystemId, filesGroupId }: WorldsHome, stackName: string) {
  const owner = { uid: '1000', gid: '1000' };
  const accessPoint = new CfnAccessPoint(scope, 'AccessPoint', {
    fileSystemId,
    posixUser: owner,
    rootDirectory: {
      path: `/${stackName}`,
      creationInfo: { ownerUid: owner.uid, ownerGid: owner.gid, permissions: '0750' },
    },
    accessPointTags: [{ key: 'Name', value: stackName }],
  });
  const group = new CfnSecurityGroup(scope, 'Server', { groupDescription: `The game server ${stackName}`, vpcId });
  new CfnSecurityGroupIngress(scope, 'FilesFromServer', {
    groupId: filesGroupId,
    sourceSecurityGroupId: group.attrGroupId,
    ipProtocol: 'tcp',
    fromPort: 2049,
    toPort: 2049,
    description: `NFS from ${stackName}`,
  });
  return { accessPointId: accessPoint.ref, serverGroupId: group.attrGroupId };
}

interface ServerRoleProps {
  stackName: string;
  worldsArn: string;
  accessPointArn: string;
  /** The objects of its archives. */
  archivesArn: string;
}

/**
 * The calls of the agent that receives the site's commands. AWS limits none of them to a resource:
 * https://docs.aws.amazon.com/systems-manager/latest/userguide/systems-manager-setting-up-messageAPIs.html
 */
const agentActions = [
  'ssm:UpdateInstanceInformation',
  ...['CreateControlChannel', 'CreateDataChannel', 'OpenControlChannel', 'OpenDataChannel'].map(
    (action) => `ssmmessages:${action}`,
  ),
];

/** Allows a server to mount its own world, to add to its own archives and to read them, to send events and to receive commands. */
function serverRole(scope: Construct, { stackName, worldsArn, accessPointArn, archivesArn }: ServerRoleProps): Role {
  const bus = Stack.of(scope).formatArn({ service: 'events', resource: 'event-bus', resourceName: 'default' });
  const statements = [
    new PolicyStatement({
      actions: ['elasticfilesystem:ClientMount', 'elasticfilesystem:ClientWrite'],
      resources: [worldsArn],
      conditions: { StringEquals: { 'elasticfilesystem:AccessPointArn': accessPointArn } },
    }),
    new PolicyStatement({
      actions: ['events:PutEvents'],
      resources: [bus],
      conditions: {
        StringEquals: { 'events:source': serverEvents.source, 'events:detail-type': serverEvents.detailTypes },
      },
    }),
    new PolicyStatement({ actions: ['s3:GetObject', 's3:PutObject'], resources: [archivesArn] }),
    new PolicyStatement({ actions: agentActions, resources: ['*'] }),
  ];
  return new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('ec2.amazonaws.com'),
    description: `The game server ${stackName}`,
    // A policy of its own would be one more resource a server, and a template has 500 at most.
    inlinePolicies: { Server: new PolicyDocument({ statements }) },
  });
}
