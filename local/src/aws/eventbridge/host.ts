import type { Functions } from '../lambda/functions.ts';
import type { ServiceContext } from '../service-context.ts';
import { eventBus, readEventRules } from './event-rules.ts';
import { eventBridgeService } from './put-events.ts';

/** Hosts the template's rules. Returns the function that puts an event on the bus. */
export function hostEventBridge({ resources, services }: ServiceContext, functions: Pick<Functions, 'invoke'>) {
  const put = eventBus(readEventRules(resources), functions);
  services['events'] = eventBridgeService(put);
  return put;
}
