import { createHash } from 'node:crypto';
import { Aws, Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/** The addresses of the buckets that pages send files to, and show and save files of. */
interface Buckets {
  uploadUrl: string;
  fileUrl: string;
}

/**
 * The host lh3.googleusercontent.com serves the pictures of Google accounts. No text becomes HTML, a script or a script's
 * address: nothing in the build does that (React's own innerHTML is for script elements, which no screen has). The two policies of
 * trusted types return the addresses of the service worker and of the reader of PDFs, whatever they are asked: see
 * docs/decisions/0076.
 */
const sitePolicy = (scripts: readonly string[], buckets?: Buckets) => [
  "default-src 'none'",
  `script-src ${["'self'", ...scripts.map(hashSource)].join(' ')}`,
  "style-src 'self'",
  // A slash at the end of a bucket's address allows every address below it, and no other bucket.
  ['img-src', "'self'", 'data:', 'https://lh3.googleusercontent.com', ...(buckets ? [`${buckets.fileUrl}/`] : [])].join(
    ' ',
  ),
  "font-src 'self'",
  ['connect-src', "'self'", ...(buckets ? [`${buckets.uploadUrl}/`, `${buckets.fileUrl}/`] : [])].join(' '),
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types worker pdf',
  'upgrade-insecure-requests',
];

const hashSource = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Returns the scripts that the build has written into a document. */
const scriptsIn = (html: string) => [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);

const apiPolicy = ["default-src 'none'", "frame-ancestors 'none'", 'sandbox'];

/** Returns the security headers of the app's document and of assets. */
export const siteHeaders = (scope: Construct, html: string, buckets: Buckets) =>
  headers(scope, 'SiteHeaders', sitePolicy(scriptsIn(html), buckets));

/**
 * Returns the security headers of the document that takes a page from the tab that has opened it. Under any other
 * policy of openers the two could not exchange messages. The document shows nothing of the site's before its user
 * confirms.
 */
export const bringHeaders = (scope: Construct) => headers(scope, 'BringHeaders', sitePolicy([]), 'unsafe-none');

/** Returns the security headers of API responses. They override those of the function. */
export const apiHeaders = (scope: Construct) => headers(scope, 'ApiHeaders', apiPolicy);

const headers = (scope: Construct, id: string, policy: string[], openerPolicy = 'same-origin') =>
  new ResponseHeadersPolicy(scope, id, {
    // The name is unique in the account, so it has the region: sites in two regions must not collide.
    responseHeadersPolicyName: `${Aws.STACK_NAME}-${Aws.REGION}-${id}`,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: policy.join('; '), override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        preload: true,
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'cross-origin-opener-policy', value: openerPolicy, override: true },
        { header: 'cross-origin-resource-policy', value: 'same-origin', override: true },
        {
          header: 'permissions-policy',
          value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
          override: true,
        },
      ],
    },
  });
