import type { Adopted } from 'infra/adopted';

/** Returns a record of what a deployment has kept, as AWS's ids look. */
export const keptRecord = (record = 1): Adopted => ({
  record,
  tables: {
    sessions: 'S1-table',
    auth: 'A1-table',
    ljmonitor: 'L1-table',
    chat: 'C1-table',
    stack: 'T1-table',
    audit: 'D1-table',
    notify: 'N1-table',
  },
  userPool: { id: 'us-east-1_AbCdEfGhI', clientId: '1example23456789' },
  fileBucketName: 'files-eu-1-0a1b',
  world: {
    vpcId: 'vpc-0123456789abcdef0',
    subnetId: 'subnet-0123456789abcdef0',
    fileSystemId: 'fs-0123456789abcdef0',
    filesGroupId: 'sg-0123456789abcdef0',
    archiveBucketName: 'homepage-stacksarchives-1',
    stacks: {
      'bedrock-survival': { accessPointId: 'fsap-0123456789abcdef0', serverGroupId: 'sg-0123456789abcdef1' },
      'bedrock-creative': { accessPointId: 'fsap-0123456789abcdef1', serverGroupId: 'sg-0123456789abcdef2' },
    },
  },
});
