import type { Origin } from '../../http/http-message.ts';
import type { Functions } from '../lambda/functions.ts';
import type { ServiceContext } from '../service-context.ts';
import { createGateway } from './gateway.ts';
import { readInvocableRoutes } from './routes.ts';

/** Hosts the template's HTTP API. */
export const hostApiGateway = ({ resources, clock }: ServiceContext, functions: Functions): Origin =>
  createGateway({ routes: readInvocableRoutes(resources), invoke: functions.invoke, clock });
