import type { CallKey } from 'shared-types/contract/api';
import { authApi } from 'shared-types/contract/auth';
import { chatApi } from 'shared-types/contract/chat';
import type { BodyOf, Endpoint, PathParam, QueryOf } from 'shared-types/contract/endpoint';
import { ljmonitorApi } from 'shared-types/contract/ljmonitor';
import { stackApi } from 'shared-types/contract/stack';

const apis = [authApi, chatApi, ljmonitorApi, stackApi] as const;

type CallsIn<Api> = Api extends unknown ? Api[keyof Api] : never;
type Known = CallsIn<(typeof apis)[number]>;
type Forgotten = Exclude<CallKey, Known['key']>;

/** Every call of the contract. Does not compile when shared-types/api.ts knows a domain that is forgotten here. */
export const everyCall: [Forgotten] extends [never] ? Endpoint[] : Forgotten = apis.flatMap((api) =>
  Object.values<Endpoint>(api),
);

type NamesIn<Value> = Value extends unknown ? (string extends keyof Value ? never : keyof Value & string) : never;

/** What a call may be asked with, by name: in its path, its query, its body. */
export type ParameterName = PathParam<CallKey> | NamesIn<QueryOf<Known>> | NamesIn<BodyOf<Known>>;
