import { resourcesOfType } from '../../template/resource.ts';
import type { ServiceContext } from '../service-context.ts';
import { type Sqs, startSqs } from './sqs.ts';

/** Hosts the template's queues. */
export function hostSqs(aws: ServiceContext): Sqs {
  const sqs = startSqs(aws.dataDir);
  aws.onShutdown(() => sqs.stop());
  aws.services['sqs'] = sqs.service;
  for (const queue of resourcesOfType(aws.resources, 'AWS::SQS::Queue')) sqs.ensureQueue(queue);
  return sqs;
}
