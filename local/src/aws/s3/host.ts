import { resourcesOfType } from '../../template/resource.ts';
import type { ServiceContext } from '../service-context.ts';
import { type ObjectStore, openObjectStore } from './object-store.ts';
import { s3Service } from './s3.ts';

/** Hosts the buckets whose objects the product reads and deletes. */
export function hostS3({ services, resources, dataDir, clock, access }: ServiceContext): ObjectStore {
  const objects = openObjectStore(dataDir);
  const buckets = resourcesOfType(resources, 'AWS::S3::Bucket').map(({ ref }) => ref);
  services['s3'] = s3Service({ objects, clock, buckets, secretKey: access.credentials.secretAccessKey });
  return objects;
}
