import { CfnSecurityGroupIngress, CfnSecurityGroup } from 'aws-cdk-lib/aws-ec2';
import { CfnAccessPoint } from 'aws-cdk-lib/aws-efs';
import { CfnInstanceProfile, Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { RemovalPolicies, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { AdoptedWorld } from '../adopted.ts';
import { adoptHome, makeHome, type WorldsHome } from './worlds-home.ts';

/** The events of a server, with its player count or its request to be stopped: see stop-when-idle.sh. */
export const serverEvents = { source: 'home-page.game-server', detailTypes: ['Idle', 'Players'] };

/** The place of a server's world, by the names of the template's parameters. */
export interface ServerPlacement {
  SubnetId: string;
  ServerGroupId: string;
  FileSystemId: string;
  AccessPointId: string;
  InstanceProfileName: string;
}

interface GameWorldProps {
  stackNames: string[];
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
  /** The parts that a later deployment can adopt. */
  readonly kept: AdoptedWorld;

  constructor(scope: Construct, id: string, { stackNames, zoneLetter, adopted }: GameWorldProps) {
    super(scope, id);
    const home = adopted === undefined ? makeHome(this, zoneLetter) : adoptHome(adopted);
    const arnOf = (service: string, resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service, resource, resourceName });

    const places = stackNames.map((stackName) => {
      const world = new Construct(this, stackName);
      const parts = adopted?.stacks[stackName] ?? makeParts(world, home, stackName);
      const role = serverRole(world, {
        stackName,
        worldsArn: arnOf('elasticfilesystem', 'file-system', home.fileSystemId),
        accessPointArn: arnOf('elasticfilesystem', 'access-point', parts.accessPointId),
      });
      const profile = new CfnInstanceProfile(world, 'Profile', { roles: [role.roleName] });
      if (home.mount) profile.node.addDependency(home.mount);
      const place: ServerPlacement = {
        SubnetId: home.subnetId,
        ServerGroupId: parts.serverGroupId,
        FileSystemId: home.fileSystemId,
        AccessPointId: parts.accessPointId,
        InstanceProfileName: profile.ref,
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
}

/** Allows a server to mount its own world and to send its events. */
function serverRole(scope: Construct, { stackName, worldsArn, accessPointArn }: ServerRoleProps): Role {
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('ec2.amazonaws.com'),
    description: `The game server ${stackName}`,
  });
  const allow = (actions: string[], resource: string, conditions: Record<string, unknown>) =>
    role.addToPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions, resources: [resource], conditions }));
  allow(['elasticfilesystem:ClientMount', 'elasticfilesystem:ClientWrite'], worldsArn, {
    StringEquals: { 'elasticfilesystem:AccessPointArn': accessPointArn },
  });
  const bus = Stack.of(scope).formatArn({ service: 'events', resource: 'event-bus', resourceName: 'default' });
  allow(['events:PutEvents'], bus, {
    StringEquals: { 'events:source': serverEvents.source, 'events:detail-type': serverEvents.detailTypes },
  });
  return role;
}
