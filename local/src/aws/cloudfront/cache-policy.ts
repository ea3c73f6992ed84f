import * as z from 'zod';
import { propertiesOf, TemplateNumber } from '../../template/properties.ts';
import { type Resource, resourcesOfType } from '../../template/resource.ts';

const kinds = ['none', 'whitelist', 'allExcept', 'all'] as const;

/** Which of a request's values are in the cache key. */
interface Selection {
  kind: (typeof kinds)[number];
  names: readonly string[];
}

export interface CachePolicy {
  minTtl: number;
  defaultTtl: number;
  maxTtl: number;
  /** The names of headers in lower case. */
  headers: readonly string[];
  cookies: Selection;
  queryStrings: Selection;
  /** The encodings of which the key holds whether the viewer accepts them. */
  encodings: readonly string[];
}

const none: Selection = { kind: 'none', names: [] };
const optimized: CachePolicy = {
  minTtl: 1,
  defaultTtl: 86_400,
  maxTtl: 31_536_000,
  headers: [],
  cookies: none,
  queryStrings: none,
  encodings: ['br', 'gzip'],
};

/**
 * The managed policies with their ids: docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html,
 * read 2026-11.
 */
const managed: Record<string, CachePolicy> = {
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7e88639e58f6': optimized,
  // CachingOptimizedForUncompressedObjects
  'b2884449-e4de-46a7-ac36-70bc7f1ddd6d': { ...optimized, encodings: [] },
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': { ...optimized, minTtl: 0, defaultTtl: 0, maxTtl: 0, encodings: [] },
  // UseOriginCacheControlHeaders
  '83da9c7e-98b4-4e11-a168-04f0df8e2c65': {
    ...optimized,
    minTtl: 0,
    defaultTtl: 0,
    headers: ['host', 'origin', 'x-http-method-override', 'x-http-method', 'x-method-override'],
    cookies: { kind: 'all', names: [] },
  },
};

const Names = z.array(z.string()).default([]);

const OwnPolicy = z.strictObject({
  CachePolicyConfig: z.strictObject({
    Name: z.string(),
    Comment: z.string().optional(),
    MinTTL: TemplateNumber,
    DefaultTTL: TemplateNumber,
    MaxTTL: TemplateNumber,
    ParametersInCacheKeyAndForwardedToOrigin: z.strictObject({
      CookiesConfig: z.strictObject({ CookieBehavior: z.enum(kinds), Cookies: Names }),
      HeadersConfig: z.strictObject({ HeaderBehavior: z.enum(['none', 'whitelist']), Headers: Names }),
      QueryStringsConfig: z.strictObject({ QueryStringBehavior: z.enum(kinds), QueryStrings: Names }),
      EnableAcceptEncodingBrotli: z.boolean().default(false),
      EnableAcceptEncodingGzip: z.boolean(),
    }),
  }),
});

/** Reads the cache policies that behaviors may name: CloudFront's own, and those of the template. */
export const readCachePolicies = (resources: readonly Resource[]) =>
  new Map([
    ...Object.entries(managed),
    ...resourcesOfType(resources, 'AWS::CloudFront::CachePolicy').map((resource) => {
      const { CachePolicyConfig: config } = propertiesOf(resource, OwnPolicy);
      const { CookiesConfig, HeadersConfig, QueryStringsConfig, ...accepts } =
        config.ParametersInCacheKeyAndForwardedToOrigin;
      const policy: CachePolicy = {
        minTtl: config.MinTTL,
        defaultTtl: config.DefaultTTL,
        maxTtl: config.MaxTTL,
        headers: HeadersConfig.Headers.map((name) => name.toLowerCase()),
        cookies: { kind: CookiesConfig.CookieBehavior, names: CookiesConfig.Cookies },
        queryStrings: { kind: QueryStringsConfig.QueryStringBehavior, names: QueryStringsConfig.QueryStrings },
        encodings: [
          ...(accepts.EnableAcceptEncodingBrotli ? ['br'] : []),
          ...(accepts.EnableAcceptEncodingGzip ? ['gzip'] : []),
        ],
      };
      return [resource.ref, policy] as const;
    }),
  ]);

export function isSelected({ kind, names }: Selection, name: string): boolean {
  if (kind === 'whitelist' || kind === 'allExcept') return names.includes(name) === (kind === 'whitelist');
  return kind === 'all';
}
