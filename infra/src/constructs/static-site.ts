import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Aws, CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CachePolicy,
  CfnOriginAccessControl,
  Distribution,
  Function,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
  type ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { AppConfig } from '../config.ts';
import type { AppApi } from './app-api.ts';
import { apiHeaders, bringHeaders, siteHeaders } from './response-headers.ts';
import { uploadBucketUrl } from './upload-bucket.ts';

const webBuild = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const edgeCode = (name: string, ownDomain: string) =>
  readFileSync(new URL(`../edge/${name}.js`, import.meta.url), 'utf8')
    .replace("ownDomain = ''", () => `ownDomain = '${ownDomain}'`)
    .replace('files = []', () => `files = ${JSON.stringify(builtFiles())}`);

/** Returns the paths of the build's files, without the assets and the brotli copies. */
const builtFiles = () =>
  globSync('**/*.*', { cwd: webBuild, exclude: (file) => file === 'assets' || file === 'br' })
    .map((file) => `/${file}`)
    .toSorted();

/** The document that takes pages of the listing site from other tabs. */
const bringPath = '/ljmonitor/bring';

interface StaticSiteProps {
  api: AppApi;
  /** The address of the bucket whose files pages show and save. */
  fileUrl: string;
  /** The custom domain with its certificate, if the site has one. */
  domain: AppConfig['site']['domain'];
  /** The web ACL in front of all requests, if there is one. */
  webAclArn: string | null;
}

/** The React build behind CloudFront, and the API under the same address, so that cookies need no second origin. */
export class StaticSite extends Construct {
  /** The address that people open. */
  readonly origin: string;
  private readonly domain: AppConfig['site']['domain'];

  constructor(scope: Construct, id: string, { api, fileUrl, domain, webAclArn }: StaticSiteProps) {
    super(scope, id);
    this.domain = domain;
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // A file that a faulty deployment overwrites can be restored for a month.
      versioned: true,
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      // aws-cdk-lib's own class does not fit its own interface under exactOptionalPropertyTypes.
    }) as IBucket;

    const documents = {
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: false,
      ...this.edge(
        'site-viewer-request',
        siteHeaders(this, readFileSync(join(webBuild, 'index.html'), 'utf8'), {
          uploadUrl: uploadBucketUrl,
          fileUrl,
        }),
      ),
    };
    const distribution = new Distribution(this, 'Distribution', {
      defaultBehavior: documents,
      additionalBehaviors: {
        [bringPath]: { ...documents, responseHeadersPolicy: bringHeaders(this) },
        '/api/*': {
          origin: new HttpOrigin(api.domainName, { customHeaders: { 'x-origin-verify': api.originVerifySent } }),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          compress: false,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          ...this.edge('api-viewer-request', apiHeaders(this)),
        },
      },
      // CloudFront caches these errors for ten seconds, whatever the policy and the origin say: the refusal of one person, or a
      // failure that is over, would be the answer to everyone who asks for the same address.
      errorResponses: [404, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...(webAclArn === null ? {} : { webAclId: webAclArn }),
      ...this.alternateName(),
    });

    // The CDK's own name would be the same in another region, and the account refuses a second one.
    for (const child of distribution.node.findAll())
      if (child instanceof CfnOriginAccessControl)
        child.addPropertyOverride('OriginAccessControlConfig.Name', `${Aws.STACK_NAME}-${Aws.REGION}`);

    this.publish(bucket, distribution);
    const { distributionDomainName } = distribution;
    this.origin = `https://${domain?.name ?? distributionDomainName}`;
    if (domain !== null && domain.hostedZoneId !== null) {
      const { name, hostedZoneId } = domain;
      const aliasTarget = { dnsName: distributionDomainName, hostedZoneId: CloudFrontTarget.CLOUDFRONT_ZONE_ID };
      for (const type of ['A', 'AAAA'])
        new CfnRecordSet(this, `Record${type}`, { name, type, hostedZoneId, aliasTarget });
    }
    // docs/operations.md names these outputs, so their ids do not contain the path of the construct.
    new CfnOutput(this, 'Url', { value: this.origin }).overrideLogicalId('Url');
    new CfnOutput(this, 'EdgeDomain', { value: distributionDomainName }).overrideLogicalId('EdgeDomain');
  }

  /** CloudFront's default certificate allows old TLS versions. A custom domain allows only those that current browsers need. */
  private alternateName() {
    if (this.domain === null) return {};
    return {
      domainNames: [this.domain.name],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', this.domain.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  /** Returns a behavior's function at the edge, and the headers of its answers. */
  private edge(name: string, responseHeadersPolicy: ResponseHeadersPolicy) {
    const edgeFunction = new Function(this, name, {
      code: FunctionCode.fromInline(edgeCode(name, this.domain?.name ?? '')),
      runtime: FunctionRuntime.JS_2_0,
    });
    return {
      responseHeadersPolicy,
      functionAssociations: [{ function: edgeFunction, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }

  /**
   * Uploads the build: files under /assets/ carry a hash in their names and never change, and browsers revalidate
   * everything else. Old assets stay, for tabs that were open during a deployment. The copies under /br/ are brotli. A
   * new account's distribution can be refused. The uploads wait for it, so that the rollback finds an empty bucket,
   * which it can delete.
   */
  private publish(destinationBucket: IBucket, distribution: Distribution) {
    const forever = [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()];
    const plain = { sources: [Source.asset(webBuild, { exclude: ['br'] })] };
    const brotli = { sources: [Source.asset(join(webBuild, 'br'))], destinationKeyPrefix: 'br', contentEncoding: 'br' };
    const logGroup = new LogGroup(this, 'UploadLog', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const shared = { destinationBucket, prune: false, outputObjectKeys: false, logGroup };
    const assets = { ...shared, exclude: ['*'], include: ['assets/*'], cacheControl: forever };
    const pages = { ...shared, exclude: ['assets/*'], cacheControl: [CacheControl.noCache()] };

    const allAssets = [
      new BucketDeployment(this, 'Assets', { ...plain, ...assets }),
      new BucketDeployment(this, 'BrotliAssets', { ...brotli, ...assets }),
    ];
    const allPages = [
      new BucketDeployment(this, 'Pages', { ...plain, ...pages }),
      new BucketDeployment(this, 'BrotliPages', { ...brotli, ...pages }),
    ];
    for (const upload of allAssets) upload.node.addDependency(distribution);
    // A page must never arrive before the assets that it names.
    for (const page of allPages) page.node.addDependency(...allAssets);
  }
}
