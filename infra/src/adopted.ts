import * as z from 'zod';

export const TableName = z.string().regex(/^[\w.-]{3,255}$/, 'must be the name of a table');

const Tables = z.strictObject({
  sessions: TableName,
  auth: TableName,
  ljmonitor: TableName,
  chat: TableName,
  stack: TableName,
  audit: TableName,
  notify: TableName,
});

/** The domains that have a table of their own. */
export const tableOwners = Tables.keyof();

/** Ids of EC2 and EFS have 8 or 17 hexadecimal digits. */
const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}-[0-9a-f]{8,17}$`), `must be like ${prefix}-…`);

const BucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket');

const World = z.strictObject({
  vpcId: idOf('vpc'),
  subnetId: idOf('subnet'),
  fileSystemId: idOf('fs'),
  /** The security group of the file system's mount target. */
  filesGroupId: idOf('sg'),
  archiveBucketName: BucketName,
  /** The kept parts of each stack, by its name. A configured stack that is missing here gets new ones. */
  stacks: z.record(z.string(), z.strictObject({ accessPointId: idOf('fsap'), serverGroupId: idOf('sg') })),
});
export type AdoptedWorld = z.infer<typeof World>;

/**
 * The parts that an earlier deployment kept and that this one uses again. Rows name people by the ids of the user pool, and
 * rows of stacks go with their worlds. So the parts are adopted together, and a missing part is an error.
 */
export const Adopted = z.strictObject({
  /** The number of the record that lists these parts: see kept.ts. */
  record: z.int().positive(),
  tables: Tables,
  userPool: z.strictObject({
    id: z.string().regex(/^[\w-]+_[0-9A-Za-z]+$/, 'must be like eu-central-1_…'),
    clientId: z.string().regex(/^\w+$/),
  }),
  /** The bucket of the files that the chat's questions keep. */
  fileBucketName: BucketName,
  world: World,
});
export type Adopted = z.infer<typeof Adopted>;
