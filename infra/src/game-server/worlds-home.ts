import { Aws, CfnDynamicReference, CfnDynamicReferenceService, Stack } from 'aws-cdk-lib';
import { CfnSecurityGroup, IpAddresses, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { CfnFileSystem, CfnMountTarget } from 'aws-cdk-lib/aws-efs';
import type { Construct, IDependable } from 'constructs';
import type { AdoptedWorld } from '../adopted.ts';
import { zoneParameter } from '../parameter-names.ts';

/** The network and the file system of all worlds, in one zone. */
export interface WorldsHome extends Omit<AdoptedWorld, 'stacks' | 'archiveBucketName'> {
  /** A server can be started when this exists. */
  mount: IDependable | undefined;
}

/** Uses the home that an earlier deployment kept. Its mount target is in its subnet and needs no id here. */
export const adoptHome = ({ vpcId, subnetId, fileSystemId, filesGroupId }: AdoptedWorld): WorldsHome => ({
  vpcId,
  subnetId,
  fileSystemId,
  filesGroupId,
  mount: undefined,
});

/** Each zone has its own range, so that a network in another zone never overlaps a kept network. */
const cidrOf = (zoneLetter: string) => `10.77.${zoneLetter.charCodeAt(0) - 'a'.charCodeAt(0)}.0/24`;

/**
 * Returns the name of the zone, as eu-central-1a. It comes from a parameter that `npm run setup` makes for one letter
 * only. So a changed letter, which would put empty worlds in place of the old ones, stops the deployment before it
 * changes anything.
 */
const zoneName = (letter: string) =>
  new CfnDynamicReference(CfnDynamicReferenceService.SSM, `${zoneParameter(letter)}:1`).toString();

/** Makes the home. There is one zone and no NAT gateway, which would cost more than the servers. */
export function makeHome(scope: Construct, zoneLetter: string): WorldsHome {
  const network = new Vpc(scope, 'Network', {
    ipAddresses: IpAddresses.cidr(cidrOf(zoneLetter)),
    availabilityZones: [zoneName(zoneLetter)],
    natGateways: 0,
    restrictDefaultSecurityGroup: false,
    subnetConfiguration: [{ name: 'Servers', subnetType: SubnetType.PUBLIC, cidrMask: 26 }],
  });
  const [subnet] = network.publicSubnets;
  if (!subnet) throw new Error('The network has no subnet');

  const files = new CfnSecurityGroup(scope, 'Files', {
    groupDescription: 'The file system of the worlds',
    vpcId: network.vpcId,
  });

  // One zone costs half, and the backups are kept in several zones.
  const worlds = new CfnFileSystem(scope, 'Worlds', {
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
    fileSystemTags: [{ key: 'Name', value: `${Stack.of(scope).stackName} worlds` }],
  });
  const mount = new CfnMountTarget(scope, 'MountTarget', {
    fileSystemId: worlds.ref,
    subnetId: subnet.subnetId,
    securityGroups: [files.attrGroupId],
  });
  return {
    vpcId: network.vpcId,
    subnetId: subnet.subnetId,
    fileSystemId: worlds.ref,
    filesGroupId: files.attrGroupId,
    mount,
  };
}
