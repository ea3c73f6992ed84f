import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** Creates the bucket of the worlds' archives. Deleted and overwritten archives can be had back for a week. */
export const archiveBucket = (scope: Construct, id: string, adoptedName: string | undefined): IBucket =>
  adoptedName === undefined ? makeBucket(scope, id) : Bucket.fromBucketName(scope, id, adoptedName);

/** After this time an archive costs a sixth. */
const archiveRestDays = 7;

const makeBucket = (scope: Construct, id: string) =>
  new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    versioned: true,
    lifecycleRules: [
      {
        // Most archives are deleted within a week. The class is billed for 90 days, and read at once like the other.
        transitions: [
          { storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(archiveRestDays) },
        ],
        noncurrentVersionExpiration: Duration.days(7),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
        expiredObjectDeleteMarker: true,
      },
    ],
    removalPolicy: RemovalPolicy.RETAIN,
    // aws-cdk-lib's own class does not fit its own interface under exactOptionalPropertyTypes.
  }) as IBucket;
