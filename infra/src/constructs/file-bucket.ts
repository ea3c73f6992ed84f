import { RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { bucketNameFor, bucketUrlOf } from './known-bucket.ts';

/**
 * The bucket of the files that the chat's questions keep. A file that is deleted with its conversation is gone at once, so
 * there are no versions. Pages show the files as pictures only, so no rule lets them read the bytes.
 */
export class FileBucket extends Construct {
  readonly bucketName: string;
  readonly url: string;
  private readonly bucket: IBucket;

  /** `adoptedName` is the bucket that an earlier deployment kept. */
  constructor(scope: Construct, id: string, adoptedName: string | undefined) {
    super(scope, id);
    this.bucketName = adoptedName ?? bucketNameFor('files');
    this.url = bucketUrlOf(this.bucketName);
    this.bucket = adoptedName === undefined ? this.make() : Bucket.fromBucketName(this, 'Bucket', adoptedName);
  }

  get arnForFiles() {
    return this.bucket.arnForObjects('*');
  }

  private make(): IBucket {
    return new Bucket(this, 'Bucket', {
      bucketName: this.bucketName,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      // aws-cdk-lib's own class does not fit its own interface under exactOptionalPropertyTypes.
    }) as IBucket;
  }
}
