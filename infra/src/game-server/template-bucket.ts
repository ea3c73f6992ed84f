import { RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { GameId } from 'shared-types/rules/stack/game';
import type { TemplateText } from './template.ts';

/**
 * The bucket from which CloudFormation reads the templates of game servers. `cdk gc` may delete assets of the CDK's own bucket
 * that no template refers to any more, and a start would then fail with AccessDenied until the next deployment.
 */
export class TemplateBucket extends Construct {
  /** The address of each game's template. It carries the template's hash. */
  readonly urls: Partial<Record<GameId, string>>;
  readonly objectArns: string[];

  constructor(scope: Construct, id: string, templates: TemplateText[]) {
    super(scope, id);
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // A deployment makes its content again, and a removal of the site empties it first: see `retainOnDelete`.
      removalPolicy: RemovalPolicy.DESTROY,
      // aws-cdk-lib's own class does not fit its own interface under exactOptionalPropertyTypes.
    }) as IBucket;
    // A site without game servers has no template.
    if (templates.length > 0)
      new BucketDeployment(this, 'Upload', {
        sources: templates.map(({ key, text }) => Source.data(key, text)),
        destinationBucket: bucket,
        // An action that began before the deployment may still need the template before.
        prune: false,
        retainOnDelete: false,
        outputObjectKeys: false,
      });
    this.urls = Object.fromEntries(templates.map(({ game, key }) => [game, bucket.urlForObject(key)]));
    this.objectArns = templates.map(({ key }) => bucket.arnForObjects(key));
  }
}
