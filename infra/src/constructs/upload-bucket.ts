import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { bucketNameFor, bucketUrlOf } from './known-bucket.ts';
import type { NodeFunction } from './node-function.ts';

const bucketName = bucketNameFor('uploads');

export const uploadBucketUrl = bucketUrlOf(bucketName);

/**
 * The bucket that browsers upload to. Nothing stays in it: what the site accepts is copied into the bucket of its domain, and
 * the rest is deleted by S3 within two days (docs/decisions/0084).
 */
export class UploadBucket extends Construct {
  readonly url = uploadBucketUrl;
  private readonly bucketArn: string;

  constructor(scope: Construct, id: string, { siteOrigin }: { siteOrigin: string }) {
    super(scope, id);
    const bucket = new Bucket(this, 'Bucket', {
      bucketName,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      cors: [{ allowedOrigins: [siteOrigin], allowedMethods: [HttpMethods.POST], maxAge: 3000 }],
      lifecycleRules: [{ expiration: Duration.days(1), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.bucketArn = bucket.bucketArn;
  }

  /** Lets a function sign forms for keys below a prefix, and read and copy what was uploaded there. */
  grantUploads(signer: NodeFunction<object>, prefix: string) {
    signer.allow(['s3:PutObject', 's3:GetObject'], [`${this.bucketArn}/${prefix}/*`]);
  }
}
