import { CfnSecurityGroupIngress, CfnSecurityGroup, IpAddresses, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { CfnAccessPoint, CfnFileSystem, CfnMountTarget } from 'aws-cdk-lib/aws-efs';
import { CfnInstanceProfile, Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Aws, RemovalPolicies, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';

/** The events of a server, with its player count or its request to be stopped: see stop-when-idle.sh. */
export const serverEvents = { source: 'home-page.game-server', detailTypes: ['Idle', 'Players'] };

/** The place of a server's world, by the names of the template's parameters. */
export interface Place {
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
}

/** The parts that outlive a server: the network, and the encrypted file system with each stack's world and its backups. */
export class GameWorld extends Construct {
  readonly placeOf: ReadonlyMap<string, Place>;
  /** The roles of the servers. CloudFormation passes them to the instances. */
  readonly serverRoleArns: string[];
  readonly subnetArn: string;
  /**
   * One security group per server. They are created here, because CloudFormation tags a group only after its creation, and
   * the service role's grants require the tag.
   */
  readonly serverGroupArns: string[];

  constructor(scope: Construct, id: string, { stackNames, zoneLetter }: GameWorldProps) {
    super(scope, id);
    // There is one zone and no NAT gateway, which would cost more than the servers.
    const network = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr('10.77.0.0/24'),
      // The name is fixed, because another zone would mean another, empty file system.
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

    // One zone costs half, and the backups are kept in several zones.
    const worlds = new CfnFileSystem(this, 'Worlds', {
      encrypted: true,
      availabilityZoneName: subnet.availabilityZone,
      throughputMode: 'elastic',
      lifecyclePolicies: [{ transitionToIa: 'AFTER_7_DAYS' }, { transitionToPrimaryStorageClass: 'AFTER_1_ACCESS' }],
      // AWS Backup makes daily backups and keeps them for 35 days.
      backupPolicy: { status: 'ENABLED' },
      // Without a policy every client in the network could mount all of it. With this one, IAM roles decide.
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
      const accessPoint = new CfnAccessPoint(world, 'AccessPoint', {
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
      const role = serverRole(world, { stackName, worldsArn: worlds.attrArn, accessPointArn: accessPoint.attrArn });
      const profile = new CfnInstanceProfile(world, 'Profile', { roles: [role.roleName] });
      profile.node.addDependency(mount);
      const place: Place = {
        SubnetId: subnet.subnetId,
        ServerGroupId: group.attrGroupId,
        FileSystemId: worlds.ref,
        AccessPointId: accessPoint.ref,
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
