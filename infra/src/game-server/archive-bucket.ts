import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** A server may overwrite its archives, and its reports make the site delete the oldest. Neither ends an archive before this time. */
const daysAfterDeletion = 30;

/** Creates the bucket of the worlds' archives. */
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
        noncurrentVersionExpiration: Duration.days(daysAfterDeletion),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
        expiredObjectDeleteMarker: true,
      },
    ],
    removalPolicy: RemovalPolicy.RETAIN,
    // aws-cdk-lib's own class does not fit its own interface under exactOptionalPropertyTypes.
  }) as IBucket;
