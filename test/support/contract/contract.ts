import type { CallKey } from 'shared-types/contract/api';
import { auditApi } from 'shared-types/contract/audit';
import { authApi } from 'shared-types/contract/auth';
import { chatApi } from 'shared-types/contract/chat';
import type { BodyOf, Endpoint, PathParam, QueryOf } from 'shared-types/contract/endpoint';
import { ljmonitorApi } from 'shared-types/contract/ljmonitor';
import { soldApi } from 'shared-types/contract/monitor/sold';
import { notifyApi } from 'shared-types/contract/account/notify';
import { stackApi, stackWorldApi } from 'shared-types/contract/stack';
import { stackConsoleApi } from 'shared-types/contract/stack/console';
import { stackLinkApi } from 'shared-types/contract/stack/links';
import { stackLicenseApi } from 'shared-types/contract/stack/license';
import { stackRightsApi } from 'shared-types/contract/stack/rights';
import { stackTimesApi } from 'shared-types/contract/stack/weekly-times';
import { worldTransferApi } from 'shared-types/contract/stack/world-transfer';

const apis = [
  auditApi,
  authApi,
  chatApi,
  ljmonitorApi,
  soldApi,
  notifyApi,
  stackApi,
  stackWorldApi,
  stackConsoleApi,
  stackLinkApi,
  stackTimesApi,
  stackRightsApi,
  stackLicenseApi,
  worldTransferApi,
] as const;

type CallsIn<Api> = Api extends unknown ? Api[keyof Api] : never;
type Known = CallsIn<(typeof apis)[number]>;
type Forgotten = Exclude<CallKey, Known['key']>;

/** Every call of the contract. A domain of shared-types/src/contract/api.ts that is missing here does not compile. */
export const everyCall: [Forgotten] extends [never] ? Endpoint[] : Forgotten = apis.flatMap((api) =>
  Object.values<Endpoint>(api),
);

type NamesIn<Value> = Value extends unknown ? (string extends keyof Value ? never : keyof Value & string) : never;

/** The names of a call's parameters in its path, query and body. */
export type ParameterName = PathParam<CallKey> | NamesIn<QueryOf<Known>> | NamesIn<BodyOf<Known>>;
