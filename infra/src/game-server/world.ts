import { CfnSecurityGroupIngress, CfnSecurityGroup, IpAddresses, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { CfnAccessPoint, CfnFileSystem, CfnMountTarget } from 'aws-cdk-lib/aws-efs';
import { CfnInstanceProfile, Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Aws, RemovalPolicies, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';

/** The events by which a server says who plays, and asks for a stop when nobody does: see stop-when-idle.sh. */
export const serverEvents = { source: 'home-page.game-server', detailTypes: ['Idle', 'Players'] };

/** What a server is given of the world that outlives it: the template's parameters of these names. */
export interface Place {
  SubnetId: string;
  ServerGroupId: string;
  FileSystemId: string;
  AccessPointId: string;
  InstanceProfileName: string;
}

interface GameWorldProps {
  stackNames: string[];
  /** As the 'a' of eu-central-1a. */
  zoneLetter: string;
}

/** What survives every server: the network, the encrypted file system with a world for each stack, its daily backups. */
export class GameWorld extends Construct {
  readonly placeOf: ReadonlyMap<string, Place>;
  /** The roles that the servers act in, for those who may pass them on. */
  readonly serverRoleArns: string[];
  readonly subnetArn: string;
  /** Of the security groups, one for each server: CloudFormation could not make one that is tagged from the first moment. */
  readonly serverGroupArns: string[];

  constructor(scope: Construct, id: string, { stackNames, zoneLetter }: GameWorldProps) {
    super(scope, id);
    // One zone and no NAT: a gateway would cost more than the servers.
    const network = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr('10.77.0.0/24'),
      // By its name, not as the first of a list: another first one would mean another, empty file system.
      availabilityZones: [`${Aws.REGION}${zoneLetter}`],
      natGateways: 0,
      restrictDefaultSecurityGroup: false,
      subnetConfiguration: [{ name: 'Servers', subnetType: SubnetType.PUBLIC, cidrMask: 26 }],
    });
    const [subnet] = network.publicSubnets;
    if (!subnet) throw new Error('The network has no subnet');

    const files = new CfnSecurityGroup(this, 'Files', {
      groupDescription: 'The file system of the worlds',
      vpcId: network.vpcId,
    });

    // In one zone at half the price: the backups are kept in several.
    const worlds = new CfnFileSystem(this, 'Worlds', {
      encrypted: true,
      availabilityZoneName: subnet.availabilityZone,
      throughputMode: 'elastic',
      lifecyclePolicies: [{ transitionToIa: 'AFTER_7_DAYS' }, { transitionToPrimaryStorageClass: 'AFTER_1_ACCESS' }],
      // Every day, kept for 35 days.
      backupPolicy: { status: 'ENABLED' },
      // Without any policy whoever reaches it over the network might mount all of it. With this one, roles decide.
      fileSystemPolicy: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { AWS: `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:root` },
            Action: 'elasticfilesystem:ClientMount',
            Condition: { Bool: { 'elasticfilesystem:AccessedViaMountTarget': 'true' } },
          },
        ],
      },
      fileSystemTags: [{ key: 'Name', value: `${Stack.of(this).stackName} worlds` }],
    });
    const mount = new CfnMountTarget(this, 'MountTarget', {
      fileSystemId: worlds.ref,
      subnetId: subnet.subnetId,
      securityGroups: [files.attrGroupId],
    });

    const places = stackNames.map((stackName) => {
      const world = new Construct(this, stackName);
      const owner = { uid: '1000', gid: '1000' };
      const door = new CfnAccessPoint(world, 'AccessPoint', {
        fileSystemId: worlds.ref,
        posixUser: owner,
        rootDirectory: {
          path: `/${stackName}`,
          creationInfo: { ownerUid: owner.uid, ownerGid: owner.gid, permissions: '0750' },
        },
        accessPointTags: [{ key: 'Name', value: stackName }],
      });
      const group = new CfnSecurityGroup(world, 'Server', {
        groupDescription: `The game server ${stackName}`,
        vpcId: network.vpcId,
      });
      new CfnSecurityGroupIngress(world, 'FilesFromServer', {
        groupId: files.attrGroupId,
        sourceSecurityGroupId: group.attrGroupId,
        ipProtocol: 'tcp',
        fromPort: 2049,
        toPort: 2049,
        description: `NFS from ${stackName}`,
      });
      const role = serverRole(world, { stackName, worldsArn: worlds.attrArn, doorArn: door.attrArn });
      const profile = new CfnInstanceProfile(world, 'Profile', { roles: [role.roleName] });
      profile.node.addDependency(mount);
      const place: Place = {
        SubnetId: subnet.subnetId,
        ServerGroupId: group.attrGroupId,
        FileSystemId: worlds.ref,
        AccessPointId: door.ref,
        InstanceProfileName: profile.ref,
      };
      return { stackName, place, roleArn: role.roleArn };
    });
    this.placeOf = new Map(places.map(({ stackName, place }) => [stackName, place]));
    this.serverRoleArns = places.map(({ roleArn }) => roleArn);
    const ec2 = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: 'ec2', resource, resourceName });
    this.subnetArn = ec2('subnet', subnet.subnetId);
    this.serverGroupArns = places.map(({ place }) => ec2('security-group', place.ServerGroupId));
    RemovalPolicies.of(this).retain();
  }
}

interface ServerRoleProps {
  stackName: string;
  worldsArn: string;
  doorArn: string;
}

/** A server may reach its own world, say who plays, and ask for a stop. */
function serverRole(scope: Construct, { stackName, worldsArn, doorArn }: ServerRoleProps): Role {
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('ec2.amazonaws.com'),
    description: `The game server ${stackName}`,
  });
  const allow = (actions: string[], resource: string, conditions: Record<string, unknown>) =>
    role.addToPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions, resources: [resource], conditions }));
  allow(['elasticfilesystem:ClientMount', 'elasticfilesystem:ClientWrite'], worldsArn, {
    StringEquals: { 'elasticfilesystem:AccessPointArn': doorArn },
  });
  const bus = Stack.of(scope).formatArn({ service: 'events', resource: 'event-bus', resourceName: 'default' });
  allow(['events:PutEvents'], bus, {
    StringEquals: { 'events:source': serverEvents.source, 'events:detail-type': serverEvents.detailTypes },
  });
  return role;
}
