import { RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { bucketNameFor, bucketUrlOf } from './known-bucket.ts';

/**
 * The bucket of the files that the chat's questions keep. A file that is deleted with its conversation is gone at once, so
 * there are no versions.
 */
export class FileBucket extends Construct {
  readonly bucketName: string;
  readonly url: string;
  readonly arnForFiles: string;
  /** The bucket of this deployment; undefined when it is adopted. */
  private readonly own: Bucket | undefined;

  /** `adoptedName` is the bucket that an earlier deployment kept. */
  constructor(scope: Construct, id: string, adoptedName: string | undefined) {
    super(scope, id);
    this.bucketName = adoptedName ?? bucketNameFor('files');
    this.url = bucketUrlOf(this.bucketName);
    this.own = adoptedName === undefined ? this.make() : undefined;
    this.arnForFiles = (this.own ?? Bucket.fromBucketName(this, 'Bucket', this.bucketName)).arnForObjects('*');
  }

  /** Lets pages of the site read the bytes at signed addresses, for an export. An adopted bucket keeps the rule that it has. */
  allowReadsFrom(siteOrigin: string) {
    this.own?.addCorsRule({ allowedOrigins: [siteOrigin], allowedMethods: [HttpMethods.GET], maxAge: 3000 });
  }

  private make() {
    return new Bucket(this, 'Bucket', {
      bucketName: this.bucketName,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
