import type { Functions } from '../lambda/functions.ts';
import type { ServiceContext } from '../service-context.ts';
import { eventBus, readEventRules } from './event-rules.ts';

/** Hosts the template's rules. Returns the function that puts an event on the bus. */
export const hostEventBridge = ({ resources }: ServiceContext, functions: Pick<Functions, 'invoke'>) =>
  eventBus(readEventRules(resources), functions);
