import type { Resource } from '../../template/resource.ts';
import { propertiesOf } from '../../template/properties.ts';
import { resourcesOfType } from '../../template/resource.ts';
import type { ServiceContext } from '../service-context.ts';
import { CorsRules, type CorsRule } from './cors.ts';
import { type ObjectStore, openObjectStore } from './object-store.ts';
import { s3Service } from './s3.ts';

/** Hosts the buckets whose objects the product reads and writes. `siteOrigin` is the address that people open. */
export function hostS3(
  { services, resources, kept, dataDir, clock, access }: ServiceContext,
  siteOrigin: string,
): ObjectStore {
  const objects = openObjectStore(dataDir);
  const [distribution] = resourcesOfType(resources, 'AWS::CloudFront::Distribution');
  const deployed = `https://${distribution?.attributes['DomainName'] ?? ''}`;
  const buckets = new Map(
    resourcesOfType([...kept, ...resources], 'AWS::S3::Bucket').map((bucket) => [
      bucket.ref,
      rulesOf(bucket, (origin) => (origin === deployed ? siteOrigin : origin)),
    ]),
  );
  services['s3'] = s3Service({ objects, clock, buckets, secretKey: access.credentials.secretAccessKey });
  return objects;
}

const rulesOf = (bucket: Resource, localOrigin: (origin: string) => string): CorsRule[] =>
  (propertiesOf(bucket, CorsRules).CorsConfiguration?.CorsRules ?? []).map((rule) => ({
    ...rule,
    AllowedOrigins: rule.AllowedOrigins.map(localOrigin),
  }));
