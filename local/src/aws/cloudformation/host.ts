import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Resource } from '../../template/resource.ts';
import type { ServiceContext } from '../service-context.ts';
import { CloudFormationError } from './error.ts';
import { type CloudFormation, createCloudFormation } from './service.ts';

/** Hosts the stacks that the site starts and stops. */
export function hostCloudFormation(aws: ServiceContext): CloudFormation {
  const { dataDir, clock, stackSpeed: speed } = aws;
  const cloudFormation = createCloudFormation({ account: aws, dataDir, clock, speed, uploadedFile: uploadedFile(aws) });
  aws.services['cloudformation'] = cloudFormation.service;
  return cloudFormation;
}

const Upload = z.object({ SourceObjectKeys: z.array(z.string()), DestinationBucketName: z.string() });

/** Finds a file among the uploads of a deployment. */
export const uploadedFile =
  ({ resources, assetPath }: { resources: Resource[]; assetPath: (objectKey: string) => string }) =>
  (object: string): string => {
    const [bucket = '', ...key] = object.split('/');
    const folders = resources
      .filter(({ type }) => type === 'Custom::CDKBucketDeployment')
      .map(({ properties }) => Upload.parse(properties))
      .filter(({ DestinationBucketName }) => DestinationBucketName === bucket)
      .flatMap(({ SourceObjectKeys }) => SourceObjectKeys.map(assetPath));
    const file = folders.map((folder) => join(folder, ...key)).find((path) => existsSync(path));
    if (file === undefined) throw new CloudFormationError('ValidationError', `S3 error: Access Denied (${object})`);
    return file;
  };
