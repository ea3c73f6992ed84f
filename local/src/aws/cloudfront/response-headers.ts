import type { HeadersPolicy } from './distribution.ts';
import type { Header } from '../../http/http-message.ts';

/** Adds a policy's headers to a response. One with `Override` replaces the origin's header, another only fills a gap. */
export function withPolicy(headers: readonly Header[], policy: HeadersPolicy | undefined): Header[] {
  if (!policy) return [...headers];
  const removed = new Set(policy.RemoveHeadersConfig.Items.map(({ Header: name }) => name.toLowerCase()));
  let answered = headers.filter(([name]) => !removed.has(name));
  for (const { name, value, override } of policyHeaders(policy)) {
    if (override) answered = answered.filter(([each]) => each !== name);
    if (!answered.some(([each]) => each === name)) answered.push([name, value]);
  }
  return answered;
}

/** The buckets of this machine are behind the endpoint, so the policy names it in place of S3. */
export function withLocalBuckets(policy: HeadersPolicy, endpoint: string): HeadersPolicy {
  const { ContentSecurityPolicy, ...others } = policy.SecurityHeadersConfig;
  if (!ContentSecurityPolicy) return policy;
  const localized = ContentSecurityPolicy.ContentSecurityPolicy.replaceAll(/https:\/\/s3\.[^/]+/g, endpoint);
  return {
    ...policy,
    SecurityHeadersConfig: {
      ...others,
      ContentSecurityPolicy: { ...ContentSecurityPolicy, ContentSecurityPolicy: localized },
    },
  };
}

interface PolicyHeader {
  name: string;
  value: string;
  override: boolean;
}

function policyHeaders({
  SecurityHeadersConfig: security,
  CustomHeadersConfig: custom,
}: HeadersPolicy): PolicyHeader[] {
  const headers: PolicyHeader[] = [];
  const add = (name: string, value: string, override: boolean) => headers.push({ name, value, override });
  const { ContentSecurityPolicy, ContentTypeOptions, FrameOptions, ReferrerPolicy } = security;
  if (ContentSecurityPolicy)
    add(
      'content-security-policy',
      withoutUpgrade(ContentSecurityPolicy.ContentSecurityPolicy),
      ContentSecurityPolicy.Override,
    );
  if (ContentTypeOptions) add('x-content-type-options', 'nosniff', ContentTypeOptions.Override);
  if (FrameOptions) add('x-frame-options', FrameOptions.FrameOption, FrameOptions.Override);
  if (ReferrerPolicy) add('referrer-policy', ReferrerPolicy.ReferrerPolicy, ReferrerPolicy.Override);
  for (const { Header: name, Value, Override } of custom.Items) add(name.toLowerCase(), Value, Override);
  return headers;
}

/** The local site has no HTTPS, so a browser that upgrades its requests would get no answer. */
const withoutUpgrade = (policy: string) =>
  policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && directive !== 'upgrade-insecure-requests')
    .join('; ');
