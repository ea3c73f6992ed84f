import { describe, expect, it } from '@jest/globals';
import { type HostedFunction, withRate } from 'local/aws/lambda/hosted-function';

const hosted = (variables: Record<string, string>): HostedFunction => ({
  arn: 'arn:aws:lambda:us-east-1:123456789012:function:one',
  name: 'one',
  roleArn: 'arn:aws:iam::123456789012:role/one',
  code: '/nowhere',
  handler: 'index.handler',
  timeoutMs: 1000,
  memorySizeMb: 128,
  variables,
  accessKeyId: 'ASIA1',
  recursiveLoop: 'Terminate',
});

describe('the rate of throttled routes on this machine', () => {
  const deployed = hosted({ A: 'b', STEP_BUCKETS: '{"source":{"burst":3,"rate":0.9},"known":{"burst":2,"rate":1}}' });

  it('also replaces what the function that signs people in admits', () => {
    const { A, STEP_BUCKETS = '' } = withRate(deployed, 50).variables;
    expect(A).toBe('b');
    expect(JSON.parse(STEP_BUCKETS)).toEqual({ source: { burst: 50, rate: 50 }, known: { burst: 50, rate: 50 } });
  });

  it('changes no other function, and nothing when it is not set', () => {
    expect(withRate(deployed, undefined)).toBe(deployed);
    expect(withRate(hosted({ A: 'b' }), 50)).toEqual(hosted({ A: 'b' }));
  });
});
