import { describe, expect, it } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { Code, Function, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { checkRecursiveLoops } from 'infra/checks/recursive-loops';
import { synthesize } from '../../support/aws/template.ts';

/** Each function by its name, with the queues that it reads and writes. */
type Functions = Record<string, { from?: string; to?: string; allows?: boolean }>;

/** Synthesizes such functions, and returns the check's findings. */
function refusalOf(functions: Functions): string {
  const app = new App({ analyticsReporting: false });
  const stack = new Stack(app, 'Site');
  const queues = new Map<string, Queue>();
  const queue = (name: string) => {
    const found = queues.get(name) ?? new Queue(stack, name);
    queues.set(name, found);
    return found;
  };
  for (const [name, { from, to, allows }] of Object.entries(functions)) {
    const each = new Function(stack, name, {
      runtime: Runtime.NODEJS_24_X,
      code: Code.fromInline('exports.handler = () => {}'),
      handler: 'index.handler',
      ...(allows && { recursiveLoop: RecursiveLoop.ALLOW }),
    });
    if (from) queue(from).grantConsumeMessages(each);
    if (to) queue(to).grantSendMessages(each);
  }
  checkRecursiveLoops(stack);
  try {
    app.synth();
    return '';
  } catch (error) {
    return String(error);
  }
}

const needsIt = 'Worker/Resource sends to its own queue, so it needs recursiveLoop: RecursiveLoop.ALLOW';
const mustNot = 'Worker/Resource is in no loop of functions and queues, so it must not allow one';

describe('the check of recursive loops', () => {
  it.each<[string, Functions, string]>([
    ['a worker of its own queue', { Worker: { from: 'Jobs', to: 'Jobs' } }, needsIt],
    [
      'a worker that another function sends back to',
      { Worker: { from: 'Jobs', to: 'Results' }, Other: { from: 'Results', to: 'Jobs', allows: true } },
      needsIt,
    ],
    ['a worker without a loop that allows one', { Worker: { from: 'Jobs', allows: true } }, mustNot],
    ['a sender that allows a loop', { Worker: { to: 'Jobs', allows: true }, Other: { from: 'Jobs' } }, mustNot],
  ])('refuses %s', (_, functions, sentence) => {
    expect(refusalOf(functions)).toContain(sentence);
  });

  it.each<[string, Functions]>([
    ['a loop that is allowed', { Worker: { from: 'Jobs', to: 'Jobs', allows: true }, Other: { to: 'Jobs' } }],
    ['a chain that ends', { Worker: { from: 'Jobs', to: 'Results' }, Other: { from: 'Results' } }],
  ])('accepts %s', (_, functions) => {
    expect(refusalOf(functions)).toBe('');
  });
});

describe('the deployed site', () => {
  it('allows a recursive loop to the refresh worker and the answer worker only', async () => {
    const template = await synthesize();
    const allowed = template.ofType('AWS::Lambda::Function').filter(({ Properties }) => 'RecursiveLoop' in Properties);
    expect(allowed.map(({ id, Properties }) => [id.slice(0, -8), Properties['RecursiveLoop']])).toEqual([
      ['LJMonitorRefresh', 'Allow'],
      ['ChatGenerate', 'Allow'],
    ]);
  });
});
