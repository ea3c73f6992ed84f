import { limits } from 'infra/limits';
import type { Json } from '../../json.ts';
import { accessWith } from '../access.ts';
import type { Caller } from '../endpoint.ts';
import type { ServiceContext } from '../service-context.ts';
import type { Sqs } from '../sqs/sqs.ts';
import { readMappings } from './event-source-mapping.ts';
import { readFailureQueues } from './failure-queue.ts';
import { createFunctionHost } from './function-host.ts';
import { type HostedFunction, readFunctions, withRate } from './hosted-function.ts';
import { type Poller, startPoller } from './poller.ts';
import { asynchronously } from './throttling.ts';

/** Hosts the template's functions and makes the endpoint know them as callers. */
export function hostLambda(aws: ServiceContext, sqs: Sqs) {
  const { resources, policies, endpoint, region, dataDir, concurrency, routeRate } = aws;
  const hosted = readFunctions(resources, aws.assetPath).map((each) => withRate(each, routeRate));
  const mappings = readMappings(resources, hosted, policies);
  const failureQueues = readFailureQueues(resources, hosted, policies);
  const functions = createFunctionHost({
    functions: hosted,
    clock: aws.clock.buffer,
    region,
    endpoint,
    dataDir,
    concurrency,
  });
  for (const each of hosted) aws.callers.set(each.accessKeyId, callerFor(each, aws));

  const pollers: Poller[] = [];
  const closing = new AbortController();
  aws.onShutdown(() => closing.abort());
  // Both at once: a poller waits for its function, which may be waiting for another call.
  aws.onShutdown(() => Promise.all([functions.close(), ...pollers.map((poller) => poller.close())]));

  return {
    functions,

    /** The functions as EventBridge and its Scheduler invoke them. */
    asynchronous: asynchronously(functions, limits.asynchronousEventBytes, closing.signal),

    /** Starts the event source mappings. Every service that a function calls must be hosted before. */
    startPollers() {
      for (const mapping of mappings) {
        const accessKeyId = hosted.find(({ arn }) => arn === mapping.functionArn)?.accessKeyId ?? '';
        pollers.push(startPoller({ mapping, functions, drop: sqs.drop, access: accessWith(accessKeyId, endpoint) }));
      }
    },

    /** Sends the record of a failed asynchronous invocation to the function's destination. */
    sendFailure: (functionArn: string, record: Json) => {
      const queue = failureQueues.get(functionArn);
      if (queue) sqs.send(queue, JSON.stringify(record));
    },

    /** Returns the permissions that the functions' roles have and have not used so far. */
    unusedGrants: () =>
      hosted.flatMap(({ name, roleArn }) => policies.unused(roleArn).map((grant) => `${name}: ${grant}`)),
  };
}

/** Returns a function as IAM sees it: a session of its role. */
function callerFor({ name, roleArn }: HostedFunction, { account, policies }: ServiceContext): Caller {
  return {
    name: `arn:aws:sts::${account}:assumed-role/${roleArn.split('/').at(-1)}/${name}`,
    allows: (action, resource, partitions) => policies.allows(roleArn, action, resource, partitions),
  };
}

export type HostedLambda = ReturnType<typeof hostLambda>;
