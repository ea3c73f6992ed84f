import type { Call } from '../site/caller.ts';
import type { ParameterName } from './contract.ts';

/** A parameter names a resource of one user, a resource that all users share, or no resource at all. */
type Meaning = Own | 'shared' | 'value';

interface Own {
  /** Creates a resource for a user through the product's own calls. */
  make(call: Call): Promise<string>;
  /** A well-formed id that does not exist. */
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
    // An answer in progress would count against the limit. Stopping may fail because the answer is already complete.
    await call('POST /api/chat/session/message/{sessionMessageId}/stop', { params: { sessionMessageId } }).catch(
      () => {},
    );
    return sessionMessageId;
  },
  never: `${unusedUlid}.${unusedUlid}`,
};

/** Every parameter of the contract. A new one does not compile until it is classified here. */
const parameters: Record<ParameterName, Meaning> = {
  sessionRef,
  sessionId: chatSession,
  lastSessionId: chatSession,
  sessionMessageId: chatMessage,

  // The users of a site share communities, houses and stacks.
  resblockId: 'shared',
  resblockIds: 'shared',
  origin: 'shared',
  houseId: 'shared',
  fromHouseId: 'shared',
  otherHouseId: 'shared',
  houseIdList: 'shared',
  houseIds: 'shared',
  houses: 'shared',

  stackName: 'shared',
  describe: 'shared',
  archiveId: 'shared',
  linkRef: 'shared',
  fromStackName: 'shared',

  // Calls for the owner are refused before the server reads these parameters.
  invitationRef: 'shared',
  userId: 'shared',

  // These ids begin with their session's id and are refused for any other session, which the chat's unit tests check.
  lastSessionMessageId: 'value',
  untilSessionMessageId: 'value',

  // The browser chooses the id of a persona, and each person has ids of their own: see test/unit/lambdas/chat/personas.
  personaId: 'value',
  // The choice belongs to the user, in any community.
  asRead: 'value',
  // A channel is looked up among those of its own user, which test/unit/lambdas/notify checks.
  channelId: 'value',
  // The secret of a feed names its person: see test/unit/lambdas/notify/feed.test.ts.
  feedToken: 'value',
  address: 'value',
  communities: 'value',
  everyone: 'value',
  people: 'value',
  digestAt: 'value',
  cheaperBy: 'value',
  language: 'value',
  quiet: 'value',
  timeZone: 'value',
  times: 'value',
  topics: 'value',

  // The ids of uploads, which are looked for below the prefix of their user: see test/http/chat/files.test.ts.
  files: 'value',
  uploadId: 'value',
  file: 'value',

  bytes: 'value',
  type: 'value',
  after: 'value',
  theme: 'value',
  density: 'value',
  singleKeys: 'value',
  enterSends: 'value',
  titleByModel: 'value',
  pinned: 'value',
  titlesByModel: 'value',
  tools: 'value',
  views: 'value',
  starters: 'value',
  was: 'value',
  ageMs: 'value',
  asOf: 'value',
  choice: 'value',
  code: 'value',
  error: 'value',
  state: 'value',
  fromPlace: 'value',
  hidden: 'value',
  html: 'value',
  idempotencyKey: 'value',
  kind: 'value',
  maxPrice: 'value',
  maxUnitPrice: 'value',
  confirmationCode: 'value',
  // These are ids of another chat, which are hashed with the id of the user.
  conversations: 'value',
  messages: 'value',
  cursor: 'value',
  day: 'value',
  fromUpdateTime: 'value',
  lastCreateTime: 'value',
  lastUpdateTime: 'value',
  memorySize: 'value',
  minPrice: 'value',
  facing: 'value',
  floor: 'value',
  maxArea: 'value',
  maxYear: 'value',
  minDays: 'value',
  maxDays: 'value',
  minArea: 'value',
  minRooms: 'value',
  maxRooms: 'value',
  minYear: 'value',
  minUnitPrice: 'value',
  allowed: 'value',
  command: 'value',
  isAllowListOn: 'value',
  operators: 'value',
  commandId: 'value',
  modelCode: 'value',
  effort: 'value',
  webSearch: 'value',
  systemPrompt: 'value',
  name: 'value',
  note: 'value',
  onOffer: 'value',
  change: 'value',
  changedWithinDays: 'value',
  order: 'value',
  news: 'value',
  since: 'value',
  unread: 'value',
  password: 'value',
  registrationCode: 'value',
  secret: 'value',
  settings: 'value',
  starred: 'value',
  stopsAt: 'value',
  text: 'value',
  title: 'value',
  until: 'value',
  separated: 'value',
  url: 'value',
  userCode: 'value',
  username: 'value',
  validFor: 'value',
  version: 'value',
  writer: 'value',
  holdMs: 'value',
  // A wish to share is the user's own, and names the other person.
  email: 'value',
};

const named = new Map<string, Meaning>(Object.entries(parameters));

/** Returns a parameter that names a resource of one user. */
export function ownedResourceOf(name: string): Own | undefined {
  const meaning = named.get(name);
  if (meaning === undefined) throw new Error(`Say in test/support/contract/parameters.ts whose ${name} is`);
  return typeof meaning === 'string' ? undefined : meaning;
}
