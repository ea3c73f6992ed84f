import { describe, expect, it } from '@jest/globals';
import { readFunction } from 'local/aws/lambda/hosted-function';
import { traceOf } from 'local/aws/lambda/trace';
import { resource } from '../../template/resource.ts';

const hosted = (name: string, properties: Record<string, string> = {}) =>
  readFunction(
    resource(
      'AWS::Lambda::Function',
      name,
      { Runtime: 'nodejs24.x', Handler: 'i.h', Code: { S3Bucket: 'b', S3Key: 'k' }, Role: 'arn:role', ...properties },
      { Arn: `arn:${name}` },
    ),
    () => '',
  );

const worker = hosted('worker');
const lineage = (trace: string) => /;Lineage=(.*)$/.exec(trace)?.[1] ?? '';

/** Returns the trace after this number of invocations, each caused by the one before. */
const chain = (each: typeof worker, invocations: number) => {
  let trace = '';
  for (let count = 0; count < invocations; count++) trace = traceOf(each, 0, trace);
  return trace;
};

describe('the trace of an invocation', () => {
  it('has the form of AWS', () => {
    expect(traceOf(worker, 1_700_000_000_000)).toMatch(
      /^Root=1-6553f100-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0;Lineage=[0-9a-f]{8}:0$/,
    );
  });

  it('keeps the root of its cause and counts the invocations of each function', () => {
    const first = traceOf(hosted('http'), 0);
    const third = traceOf(worker, 0, traceOf(worker, 0, first));
    expect(third.split(';')[0]).toBe(first.split(';')[0]);
    expect(lineage(third)).toMatch(new RegExp(`^${lineage(first).replace('|', String.raw`\|`)}\\|[0-9a-f]{8}:1$`));
  });

  it('ends a chain at the seventeenth invocation, as Lambda does', () => {
    const sixteenth = chain(worker, 16);
    expect(lineage(sixteenth)).toMatch(/:15$/);
    expect(() => traceOf(worker, 0, sixteenth)).toThrow(
      expect.objectContaining({ errorType: 'RecursiveInvocationException' }),
    );
  });

  it('ends no chain of a function that allows loops', () => {
    expect(lineage(chain(hosted('refresh', { RecursiveLoop: 'Allow' }), 40))).toMatch(/:39$/);
  });
});
