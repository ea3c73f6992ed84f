import { describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod';
import { synthesize } from '../support/aws/template.ts';

jest.setTimeout(120_000);

const template = await synthesize();

const Behavior = z.looseObject({ PathPattern: z.string() });
const Distribution = z.object({ DistributionConfig: z.object({ CacheBehaviors: z.array(Behavior) }) });

describe('the API behind CloudFront', () => {
  // AWS documents the ids of its policies in the CloudFront Developer Guide, "Use managed cache policies" and "Use managed
  // origin request policies" (read on 2026-11-22).
  it('is never cached, is reached over https only, and gets every header and cookie of the browser', () => {
    const behaviors = template
      .ofType('AWS::CloudFront::Distribution')
      .flatMap(({ Properties }) => Distribution.parse(Properties).DistributionConfig.CacheBehaviors);
    expect(behaviors).toMatchObject([
      {
        PathPattern: '/api/*',
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
        ViewerProtocolPolicy: 'https-only',
      },
    ]);
  });

  it('takes no more requests a second than the site needs', () => {
    expect(template.ofType('AWS::ApiGatewayV2::Stage').map(({ Properties }) => Properties)).toMatchObject([
      { DefaultRouteSettings: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 } },
    ]);
  });
});

describe('the queues', () => {
  it('leave executions of a new account, which has ten, to the people who wait', () => {
    const limits = template
      .ofType('AWS::Lambda::EventSourceMapping')
      .map(({ Properties }) => z.object({ MaximumConcurrency: z.number() }).parse(Properties['ScalingConfig']));
    expect(limits).toHaveLength(2);
    expect(limits.reduce((sum, { MaximumConcurrency: each }) => sum + each, 0)).toBeLessThanOrEqual(5);
  });
});
