import * as z from 'zod';
import type { Resource } from '../../template/resource.ts';

/**
 * The parts of a distribution that are imitated. The schemas are strict, so that an unknown property stops the start
 * instead of being silently ignored.
 */
const Behaviour = z.strictObject({
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  CachePolicyId: z.string(),
  /** CloudFront compresses nothing. Compressed files are uploaded compressed. */
  Compress: z.literal(false),
  FunctionAssociations: z
    .array(z.strictObject({ EventType: z.literal('viewer-request'), FunctionARN: z.string() }))
    .max(1)
    .default([]),
  OriginRequestPolicyId: z.string().optional(),
  PathPattern: z.string().default('*'),
  ResponseHeadersPolicyId: z.string().optional(),
  TargetOriginId: z.string(),
  /** The local site has no HTTPS, so this is not imitated. */
  ViewerProtocolPolicy: z.string(),
});
export type Behaviour = z.infer<typeof Behaviour>;

const TemplateOrigin = z.strictObject({
  DomainName: z.string(),
  Id: z.string(),
  CustomOriginConfig: z.looseObject({}).optional(),
  S3OriginConfig: z.looseObject({}).optional(),
  OriginAccessControlId: z.string().optional(),
  OriginCustomHeaders: z.array(z.strictObject({ HeaderName: z.string(), HeaderValue: z.string() })).default([]),
});
export type TemplateOrigin = z.infer<typeof TemplateOrigin>;

const Distribution = z.strictObject({
  CacheBehaviors: z.array(Behaviour).default([]),
  DefaultCacheBehavior: Behaviour,
  DefaultRootObject: z.string().default(''),
  Origins: z.array(TemplateOrigin),
  CustomErrorResponses: z
    .array(
      z.strictObject({
        ErrorCode: z.number(),
        ResponseCode: z.number().optional(),
        ResponsePagePath: z.string().optional(),
        ErrorCachingMinTTL: z.number().optional(),
      }),
    )
    .default([]),
  // These have no effect on this machine.
  Aliases: z.array(z.string()).optional(),
  Comment: z.string().optional(),
  Enabled: z.literal(true),
  HttpVersion: z.string().optional(),
  IPV6Enabled: z.boolean().optional(),
  Logging: z.looseObject({}).optional(),
  PriceClass: z.string().optional(),
  ViewerCertificate: z.looseObject({}).optional(),
  WebACLId: z.string().optional(),
});
export type Distribution = z.infer<typeof Distribution>;

const Overridable = z.strictObject({ Override: z.boolean() });
const HeaderItems = z.strictObject({
  Items: z.array(z.strictObject({ Header: z.string(), Value: z.string(), Override: z.boolean() })),
});

const HeadersPolicy = z.strictObject({
  Name: z.string(),
  Comment: z.string().optional(),
  CustomHeadersConfig: HeaderItems.default({ Items: [] }),
  RemoveHeadersConfig: z
    .strictObject({ Items: z.array(z.strictObject({ Header: z.string() })) })
    .default({ Items: [] }),
  SecurityHeadersConfig: z
    .strictObject({
      ContentSecurityPolicy: Overridable.extend({ ContentSecurityPolicy: z.string() }).optional(),
      ContentTypeOptions: Overridable.optional(),
      FrameOptions: Overridable.extend({ FrameOption: z.string() }).optional(),
      ReferrerPolicy: Overridable.extend({ ReferrerPolicy: z.string() }).optional(),
      /** The local site has no HTTPS, so this header is left out. */
      StrictTransportSecurity: Overridable.loose().optional(),
    })
    .default({}),
});
export type HeadersPolicy = z.infer<typeof HeadersPolicy>;

const EdgeFunction = z.object({
  FunctionCode: z.string().refine((code) => Buffer.byteLength(code) <= 10_240, 'is longer than 10 KB'),
  FunctionConfig: z.looseObject({ Runtime: z.literal('cloudfront-js-2.0') }),
});

const Upload = z.object({
  SourceObjectKeys: z.array(z.string()),
  /** Values that a deployment puts into the files. Placeholders are not imitated. */
  SourceMarkers: z.array(z.strictObject({})).optional(),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z.string().default(''),
  Exclude: z.array(z.string()).default([]),
  Include: z.array(z.string()).default([]),
  SystemMetadata: z.record(z.string(), z.string()).default({}),
});
export type Upload = z.infer<typeof Upload>;

/** Reads the site's distribution with its functions, header policies and uploads. Expects exactly one. */
export function readEdge(resources: readonly Resource[]) {
  const of = (type: string) => resources.filter((resource) => resource.type === type);
  const [distribution, another] = of('AWS::CloudFront::Distribution');
  if (!distribution || another) throw new Error('The local edge needs exactly one distribution in the template');
  return {
    id: distribution.ref,
    domainName: distribution.attributes['DomainName'] ?? '',
    config: read(Distribution, distribution, 'DistributionConfig'),
    functions: new Map(
      of('AWS::CloudFront::Function').map((each) => [
        each.attributes['FunctionARN'] ?? each.ref,
        { name: each.logicalId, code: read(EdgeFunction, each).FunctionCode },
      ]),
    ),
    headersPolicies: new Map(
      of('AWS::CloudFront::ResponseHeadersPolicy').map((each) => [
        each.ref,
        read(HeadersPolicy, each, 'ResponseHeadersPolicyConfig'),
      ]),
    ),
    uploads: of('Custom::CDKBucketDeployment').map((each) => read(Upload, each)),
    buckets: new Map(of('AWS::S3::Bucket').map((each) => [each.attributes['RegionalDomainName'] ?? '', each.ref])),
  };
}

function read<Schema extends z.ZodType>(schema: Schema, { logicalId, properties }: Resource, property?: string) {
  const parsed = schema.safeParse(property === undefined ? properties : properties[property]);
  if (parsed.success) return parsed.data;
  throw new Error(`The local edge cannot imitate ${logicalId}: ${z.prettifyError(parsed.error)}`);
}
