import type { JsonObject } from 'local/json';
import type { Resource } from 'local/template/resource';
import { resource } from '../../template/resource.ts';

const siteFunction = `
async function handler(event) {
  if (event.request.uri === '/old') return { statusCode: 301, headers: { location: { value: '/new' } } };
  if (event.request.uri === '/who') return { statusCode: 200, body: JSON.stringify(event) };
  if (event.request.uri === '/world') return { statusCode: 200, body: typeof process + typeof require + typeof fetch };
  if (event.request.uri === '/throw') throw new Error('secret');
  if (event.request.uri === '/host') event.request.headers.host.value = 'evil';
  if (!event.request.uri.includes('.')) event.request.uri = '/index.html';
  return event.request;
}`;
const apiFunction = `
function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}`;

export const sampleBehaviour = (properties: JsonObject): JsonObject => ({
  // This is the id of CloudFront's policy CachingDisabled.
  CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
  Compress: false,
  ViewerProtocolPolicy: 'https-only',
  ResponseHeadersPolicyId: 'Headers-ref',
  ...properties,
});

export const sampleConfig: JsonObject = {
  Enabled: true,
  DefaultCacheBehavior: sampleBehaviour({
    TargetOriginId: 'files',
    FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: 'arn:site' }],
  }),
  CacheBehaviors: [
    sampleBehaviour({
      PathPattern: '/api/*',
      TargetOriginId: 'api',
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: 'arn:api' }],
    }),
  ],
  Origins: [
    { Id: 'files', DomainName: 'bucket.s3', S3OriginConfig: {} },
    {
      Id: 'api',
      DomainName: 'api.example',
      CustomOriginConfig: {},
      OriginCustomHeaders: [{ HeaderName: 'X-Origin-Verify', HeaderValue: 'known' }],
    },
  ],
};

const headersPolicy: JsonObject = {
  Name: 'headers',
  CustomHeadersConfig: {
    Items: [
      { Header: 'permissions-policy', Value: 'camera=()', Override: true },
      { Header: 'X-Kept', Value: 'the policy', Override: false },
    ],
  },
  SecurityHeadersConfig: {
    ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'none'; upgrade-insecure-requests", Override: true },
    ContentTypeOptions: { Override: true },
    FrameOptions: { FrameOption: 'DENY', Override: true },
    ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
    StrictTransportSecurity: { AccessControlMaxAgeSec: 1, Override: true },
  },
};

const upload = (properties: JsonObject) =>
  resource('Custom::CDKBucketDeployment', 'Upload', {
    SourceObjectKeys: ['site.zip'],
    DestinationBucketName: 'Bucket-ref',
    ...properties,
  });

/** Returns a distribution with a bucket and an API, in the shapes that CDK synthesizes. */
export const sampleResources = (distribution = sampleConfig): Resource[] => [
  resource('AWS::CloudFront::Distribution', 'Site', { DistributionConfig: distribution }, { DomainName: 'd.example' }),
  resource('AWS::S3::Bucket', 'Bucket', {}, { RegionalDomainName: 'bucket.s3' }),
  resource('AWS::CloudFront::ResponseHeadersPolicy', 'Headers', { ResponseHeadersPolicyConfig: headersPolicy }),
  ...[
    ['arn:site', siteFunction],
    ['arn:api', apiFunction],
  ].map(([arn = '', code = '']) =>
    resource(
      'AWS::CloudFront::Function',
      arn,
      { FunctionCode: code, FunctionConfig: { Runtime: 'cloudfront-js-2.0' } },
      { FunctionARN: arn },
    ),
  ),
  upload({ Exclude: ['*'], Include: ['assets/*'], SystemMetadata: { 'cache-control': 'immutable' } }),
  upload({ Exclude: ['assets/*'], SystemMetadata: { 'cache-control': 'no-cache' } }),
  upload({ DestinationBucketKeyPrefix: 'br', SystemMetadata: { 'content-encoding': 'br' } }),
];
