import type { Call } from '../site/caller.ts';
import type { ParameterName } from './contract.ts';

/** Whose thing a parameter names: a person's own, everybody's on this site, or no thing at all. */
type Meaning = Own | 'shared' | 'value';

interface Own {
  /** Makes one for somebody, through the product itself. */
  make(call: Call): Promise<string>;
  /** Well-formed, and never given out. */
  never: string;
}

const sessionRef: Own = {
  async make(call) {
    const [browser] = await call('GET /api/auth/sessions', {});
    return browser?.sessionRef ?? '';
  },
  never: 'never-given-out',
};

const unusedUlid = '01HZZZZZZZZZZZZZZZZZZZZZZZ';

const chatSession: Own = {
  make: async (call) => (await call('POST /api/chat/session/create', { body: { title: 'Secret' } })).sessionId,
  never: unusedUlid,
};

const chatMessage: Own = {
  async make(call) {
    const asked = await call('POST /api/chat/session/create_with_message', { body: { text: 'A secret?' } });
    const sessionMessageId = asked.assistantSessionMessageId;
    // So that it does not count among the answers that are being written. It may be done already.
    await call('POST /api/chat/session/message/{sessionMessageId}/stop', { params: { sessionMessageId } }).catch(
      () => {},
    );
    return sessionMessageId;
  },
  never: `${unusedUlid}.${unusedUlid}`,
};

/** Every parameter of the contract. A new one does not compile until it is said here whose it is. */
const parameters: Record<ParameterName, Meaning> = {
  sessionRef,
  sessionId: chatSession,
  lastSessionId: chatSession,
  sessionMessageId: chatMessage,

  // One household: communities, houses and stacks are everybody's who is let in.
  resblockId: 'shared',
  resblockIds: 'shared',
  houseId: 'shared',
  fromHouseId: 'shared',
  houseIdList: 'shared',
  houses: 'shared',

  stackName: 'shared',

  // The owner's own calls: nobody else gets as far as what these name.
  invitationRef: 'shared',
  userId: 'shared',

  // It begins with its session's id, and is refused for any other: test/unit/lambdas/chat tries that.
  lastSessionMessageId: 'value',

  asOf: 'value',
  choice: 'value',
  code: 'value',
  error: 'value',
  state: 'value',
  fromPlace: 'value',
  hidden: 'value',
  idempotencyKey: 'value',
  maxPrice: 'value',
  maxUnitPrice: 'value',
  confirmationCode: 'value',
  fromUpdateTime: 'value',
  memorySize: 'value',
  minPrice: 'value',
  minUnitPrice: 'value',
  modelCode: 'value',
  note: 'value',
  onOffer: 'value',
  order: 'value',
  password: 'value',
  registrationCode: 'value',
  starred: 'value',
  text: 'value',
  title: 'value',
  userCode: 'value',
  username: 'value',
  version: 'value',
};

const named = new Map<string, Meaning>(Object.entries(parameters));

/** A parameter that names a person's own thing. */
export function ownOf(name: string): Own | undefined {
  const meaning = named.get(name);
  if (meaning === undefined) throw new Error(`Say in test/support/contract/parameters.ts whose ${name} is`);
  return typeof meaning === 'string' ? undefined : meaning;
}
