import { createHash, randomBytes } from 'node:crypto';
import { limits } from 'infra/limits';
import { FunctionError } from './functions.ts';
import type { HostedFunction } from './hosted-function.ts';

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** Returns eight digits that stand for a function in a lineage. */
const markOf = (functionArn: string) => createHash('sha256').update(functionArn).digest('hex').slice(0, 8);

/**
 * Returns the `X-Amzn-Trace-Id` that Lambda hands to an invocation. Its `Lineage` counts for each function how often
 * the chain of events has invoked it before, as in `Lineage=a87bd80c:1|68fd508a:5`. The SDK sends the header along with
 * every call, so a message carries it to the next invocation. Refuses an invocation beyond the limit unless the
 * function allows loops. https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion and
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader, read 2026-11.
 */
export function traceOf({ arn, recursiveLoop }: HostedFunction, nowMs: number, cause = ''): string {
  const { Root, Lineage = '' } = fieldsOf(cause);
  const lineage = new Map(
    Lineage.split('|')
      .filter(Boolean)
      .map((entry) => {
        const [mark = '', count = '0'] = entry.split(':');
        return [mark, Number(count)] as const;
      }),
  );
  const before = lineage.get(markOf(arn));
  const invocationsBefore = before === undefined ? 0 : before + 1;
  if (invocationsBefore >= limits.recursiveInvocations && recursiveLoop === 'Terminate') {
    const sentence = `Lambda has detected ${arn} being invoked in a recursive loop and stopped its invocation.`;
    throw new FunctionError('RecursiveInvocationException', sentence);
  }
  lineage.set(markOf(arn), invocationsBefore);
  const root = Root ?? `1-${Math.floor(nowMs / 1000).toString(16)}-${hex(12)}`;
  const counts = [...lineage].map(([mark, count]) => `${mark}:${count}`);
  return `Root=${root};Parent=${hex(8)};Sampled=0;Lineage=${counts.join('|')}`;
}

function fieldsOf(header: string): Partial<Record<string, string>> {
  const fields = header.split(';').map((field) => field.split('='));
  return Object.fromEntries(fields.map(([name = '', value = '']) => [name, value]));
}
