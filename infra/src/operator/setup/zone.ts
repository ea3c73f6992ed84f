import {
  DescribeAvailabilityZonesCommand,
  DescribeInstanceTypeOfferingsCommand,
  type EC2Client,
} from '@aws-sdk/client-ec2';
import {
  CreateFileSystemCommand,
  DeleteFileSystemCommand,
  type EFSClient,
  FileSystemAlreadyExists,
  UnsupportedAvailabilityZone,
} from '@aws-sdk/client-efs';
import { GetParametersByPathCommand, PutParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';
import { zoneParameter, zonePath } from '../../parameter-names.ts';
import { OperatorError } from '../terminal.ts';

interface ZoneClients {
  ssm: SSMClient;
  ec2: EC2Client;
  efs: EFSClient;
  /** Waits between two tries to delete the trial file system. */
  pause: (ms: number) => Promise<void>;
}

/** The smallest server of the game: see game-server/parameters.ts. */
const serverType = 't3.small';
const isLetter = /^[a-f]$/;

/**
 * Chooses the zone of the worlds once. Each account has its own letters for the zones of a region, and not every zone has file
 * systems in one zone or the servers' type. So the choice asks AWS, and tries with a file system that is deleted at once.
 */
export async function chooseZone({ ssm, ec2, efs, pause }: ZoneClients, region: string): Promise<string> {
  const { Parameters: [chosen] = [] } = await ssm.send(new GetParametersByPathCommand({ Path: zonePath }));
  if (chosen?.Name !== undefined) return chosen.Name.slice(zonePath.length + 1);
  const { AvailabilityZones: zones = [] } = await ec2.send(
    new DescribeAvailabilityZonesCommand({
      Filters: [
        { Name: 'state', Values: ['available'] },
        { Name: 'zone-type', Values: ['availability-zone'] },
      ],
    }),
  );
  for (const { ZoneName: name = '' } of zones.toSorted((one, other) => compare(one.ZoneName, other.ZoneName))) {
    const letter = name.slice(-1);
    if (!isLetter.test(letter)) continue;
    if (!(await hasServers(ec2, name)) || !(await hasFileSystems({ efs, pause }, name))) continue;
    await ssm.send(new PutParameterCommand({ Name: zoneParameter(letter), Value: name, Type: 'String' }));
    return letter;
  }
  throw new OperatorError(
    `No zone of ${region} has EFS One Zone and ${serverType} for this account. Choose another region.`,
  );
}

const compare = (one = '', other = '') => one.localeCompare(other);

async function hasServers(ec2: EC2Client, zone: string): Promise<boolean> {
  const { InstanceTypeOfferings: found = [] } = await ec2.send(
    new DescribeInstanceTypeOfferingsCommand({
      LocationType: 'availability-zone',
      Filters: [
        { Name: 'location', Values: [zone] },
        { Name: 'instance-type', Values: [serverType] },
      ],
    }),
  );
  return found.length > 0;
}

/** An empty file system costs nothing. EFS refuses where it has none: UnsupportedAvailabilityZone of CreateFileSystem. */
async function hasFileSystems({ efs, pause }: Pick<ZoneClients, 'efs' | 'pause'>, zone: string): Promise<boolean> {
  const id = await makeTrial(efs, zone);
  if (id === undefined) return false;
  for (let tries = 1; ; tries++) {
    try {
      await efs.send(new DeleteFileSystemCommand({ FileSystemId: id }));
      return true;
    } catch (error) {
      // It cannot be deleted for a few seconds, while it is being created.
      if (tries === 30) throw error;
      await pause(2000);
    }
  }
}

async function makeTrial(efs: EFSClient, zone: string): Promise<string | undefined> {
  const trial = {
    CreationToken: `home-page-setup-${zone}`,
    AvailabilityZoneName: zone,
    Encrypted: true,
    Backup: false,
  };
  try {
    return (await efs.send(new CreateFileSystemCommand(trial))).FileSystemId;
  } catch (error) {
    if (error instanceof UnsupportedAvailabilityZone) return undefined;
    // A setup that was interrupted has left it.
    if (error instanceof FileSystemAlreadyExists) return error.FileSystemId;
    throw error;
  }
}
