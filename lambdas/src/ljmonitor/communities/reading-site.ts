import { type Condition, condition } from '../../platform/dynamodb/condition.ts';
import type { SiteOrigin } from '../listing-site/site-adapter.ts';

/**
 * Holds while the community is tracked and read from this site: what another site shows under the same id is of other houses.
 * Communities that were stored without a site are read from the configured one.
 */
export const isReadFrom = (origin: SiteOrigin): Condition =>
  condition`attribute_exists(pk) AND (attribute_not_exists(origin) OR origin = ${origin})`;
