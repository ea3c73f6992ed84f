import { type Condition, condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import { resblockKey } from '../keys.ts';
import type { SiteOrigin } from '../listing-site/site-adapter.ts';

/** Keeps a transaction from writing houses of a community that was deleted in the meantime. */
export const isTrackedCheck = (TableName: string, resblockId: string): Write => ({
  ConditionCheck: { TableName, Key: resblockKey(resblockId), ...onlyIf(condition`attribute_exists(pk)`) },
});

/** Holds while the community is tracked and read from this site: what another site shows under the same id is of other houses. */
export const isReadFrom = (origin: SiteOrigin): Condition => condition`origin = ${origin}`;

/** Keeps a transaction from writing houses that the community's reading site does not show. */
export const isReadFromCheck = (TableName: string, resblockId: string, origin: SiteOrigin): Write => ({
  ConditionCheck: { TableName, Key: resblockKey(resblockId), ...onlyIf(isReadFrom(origin)) },
});
