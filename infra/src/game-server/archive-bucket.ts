import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** Creates the bucket of the worlds' archives. Deleted and overwritten archives can be had back for a week. */
export const archiveBucket = (scope: Construct, id: string, adoptedName: string | undefined): IBucket =>
  adoptedName === undefined ? makeBucket(scope, id) : Bucket.fromBucketName(scope, id, adoptedName);

const makeBucket = (scope: Construct, id: string) =>
  new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    versioned: true,
    lifecycleRules: [
      {
        noncurrentVersionExpiration: Duration.days(7),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
        expiredObjectDeleteMarker: true,
      },
    ],
    removalPolicy: RemovalPolicy.RETAIN,
    // aws-cdk-lib's own class does not fit its own interface under exactOptionalPropertyTypes.
  }) as IBucket;
