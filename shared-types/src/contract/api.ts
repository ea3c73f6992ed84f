import type { auditApi } from './audit.ts';
import type { authApi } from './auth.ts';
import type { chatApi } from './chat.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from './endpoint.ts';
import type { ljmonitorApi } from './ljmonitor.ts';
import type { soldApi } from './monitor/sold.ts';
import type { stackConsoleApi } from './stack/console.ts';
import type { stackLinkApi } from './stack/links.ts';
import type { stackLicenseApi } from './stack/license.ts';
import type { stackRightsApi } from './stack/rights.ts';
import type { stackTimesApi } from './stack/weekly-times.ts';
import type { worldTransferApi } from './stack/world-transfer.ts';
import type { notifyApi } from './account/notify.ts';
import type { stackApi, stackWorldApi } from './stack.ts';

/** Every call of the product. The file has types only, so that the browser can import it without zod. */
type AnyEndpoint =
  | (typeof auditApi)[keyof typeof auditApi]
  | (typeof authApi)[keyof typeof authApi]
  | (typeof chatApi)[keyof typeof chatApi]
  | (typeof ljmonitorApi)[keyof typeof ljmonitorApi]
  | (typeof soldApi)[keyof typeof soldApi]
  | (typeof notifyApi)[keyof typeof notifyApi]
  | (typeof stackApi)[keyof typeof stackApi]
  | (typeof stackWorldApi)[keyof typeof stackWorldApi]
  | (typeof stackConsoleApi)[keyof typeof stackConsoleApi]
  | (typeof stackLinkApi)[keyof typeof stackLinkApi]
  | (typeof stackTimesApi)[keyof typeof stackTimesApi]
  | (typeof stackRightsApi)[keyof typeof stackRightsApi]
  | (typeof stackLicenseApi)[keyof typeof stackLicenseApi]
  | (typeof worldTransferApi)[keyof typeof worldTransferApi];

export type CallKey = AnyEndpoint['key'];
/** The POST calls that may be sent again. */
export type RepeatablePost = Extract<AnyEndpoint, { repeatable: true; key: `POST ${string}` }>['key'];
type EndpointOf<Key extends CallKey> = Extract<AnyEndpoint, { key: Key }>;

/** `nothing` has an index signature of strings; the path parameters of a key without any have no keys at all. */
type IsNothing<Value> = string extends keyof Value ? true : keyof Value extends never ? true : false;
type Params<Value> = IsNothing<Value> extends true ? unknown : { params: Value };
type Query<Value> = IsNothing<Value> extends true ? unknown : { query?: Value };
type Body<Value> =
  IsNothing<Value> extends true ? unknown : Partial<Value> extends Value ? { body?: Value } : { body: Value };

/** The input of a call has `params`, `query` and `body`, each only if the call has one. */
export type InputOf<Key extends CallKey> = Params<ParamsOf<EndpointOf<Key>>> &
  Query<QueryOf<EndpointOf<Key>>> &
  Body<BodyOf<EndpointOf<Key>>>;

export type Answer<Key extends CallKey> = AnswerOf<EndpointOf<Key>>;
