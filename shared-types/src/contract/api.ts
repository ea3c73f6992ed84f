import type { authApi } from './auth.ts';
import type { chatApi } from './chat.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from './endpoint.ts';
import type { ljmonitorApi } from './ljmonitor.ts';
import type { stackApi } from './stack.ts';

/** Every call of the product. Types only: the browser imports this file and no byte of zod comes with it. */
type EveryEndpoint =
  | (typeof authApi)[keyof typeof authApi]
  | (typeof chatApi)[keyof typeof chatApi]
  | (typeof ljmonitorApi)[keyof typeof ljmonitorApi]
  | (typeof stackApi)[keyof typeof stackApi];

export type CallKey = EveryEndpoint['key'];
type EndpointOf<Key extends CallKey> = Extract<EveryEndpoint, { key: Key }>;

/** `nothing` has every string for a key; path parameters of a key without any have none. */
type IsNothing<Value> = string extends keyof Value ? true : keyof Value extends never ? true : false;
type Params<Value> = IsNothing<Value> extends true ? unknown : { params: Value };
type Query<Value> = IsNothing<Value> extends true ? unknown : { query?: Value };
type Body<Value> =
  IsNothing<Value> extends true ? unknown : Partial<Value> extends Value ? { body?: Value } : { body: Value };

/** What a call is given: `params`, `query` and `body`, each only where it has one. */
export type InputOf<Key extends CallKey> = Params<ParamsOf<EndpointOf<Key>>> &
  Query<QueryOf<EndpointOf<Key>>> &
  Body<BodyOf<EndpointOf<Key>>>;

export type Answer<Key extends CallKey> = AnswerOf<EndpointOf<Key>>;
