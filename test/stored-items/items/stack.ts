import { type Kind, laterMs, nowMs } from './kind.ts';

const stackName = 'bedrock-survival';
const pk = `STACK#${stackName}`;
const stackId = 'arn:aws:cloudformation:us-east-1:000000000000:stack/bedrock-survival/1';
const actionId = 'action-1';
const started = {
  actionId,
  stackName,
  action: 'START',
  actionTimeMs: nowMs,
  by: 'Ann',
  userId: 'cognito|1',
  syncStatus: 'FAILED',
  syncTimeMs: laterMs,
  reason: 'Rolled back.',
  lastGoneMs: nowMs,
  stopsAtMs: laterMs,
};
const ofNobody = { action: 'STOP', by: 'idle', userId: null, reason: null, lastGoneMs: null, stopsAtMs: null };
const launch = { actionId, stackId, stopsAtMs: laterMs };
const stack = {
  stackId,
  stackName,
  status: 'CREATE_COMPLETE',
  creationTimeMs: nowMs,
  statusReason: 'As wished.',
  updateTimeMs: laterMs,
  launchedBy: actionId,
  outputs: [{ outputKey: 'Address', outputValue: '192.0.2.1' }],
};
const event = {
  timestamp: nowMs,
  resourceType: 'AWS::EC2::Instance',
  logicalResourceId: 'Server',
  resourceStatus: 'CREATE_COMPLETE',
  reason: null,
};

const lists = { version: 3, isAllowListOn: true, allowed: ['小明 B'], operators: ['Ann'] };
const world = `WORLD#${stackName}`;
const archive = {
  archiveId: 'A1',
  atMs: nowMs,
  bytes: 5_000_000,
  reason: 'stop',
  version: '1.26.52.3',
  levelName: 'Bedrock level',
};
const settings = { name: 'Isle', seed: '42', gameMode: 'creative', difficulty: 'hard' };
const choice = { requestId: 'R1', source: 'new', by: 'Ann', atMs: nowMs, settings, before: settings, isApplied: false };
const accepted = { url: 'https://www.minecraft.net/eula', by: 'Olga', userId: 'cognito|1', atMs: nowMs };
const rights = {
  stackName,
  version: 1,
  everyone: ['start'],
  people: [{ email: 'ann@example.org', rights: ['start', 'stop', 'command'] }],
};
const weekly = {
  stackName,
  timeZone: 'Asia/Shanghai',
  times: [{ days: [5], from: '20:00', until: '24:00' }],
  version: 2,
  by: 'Ann',
  userId: 'cognito|1',
  email: 'ann@example.org',
  doneMs: nowMs,
  missed: { atMs: laterMs, reason: 'Only one stack may run at a time.' },
};
const link = {
  linkRef: 'a'.repeat(64),
  stackName,
  note: 'Tom',
  createdBy: 'cognito|1',
  createdAtMs: nowMs,
  expiresAtMs: laterMs,
};
const keptParts = { keptImage: true, keptGame: { version: '1.26.50.2', atMs: nowMs } };
const failure = { archiveId: 'A2', atMs: laterMs, reason: 'The disk is full.', isLost: true };

export const stackRows: Kind[] = [
  {
    name: 'stack: action log',
    row: { pk, sk: `ACTION#${nowMs}#${actionId}`, ...started },
    read: async ({ stack: stacks }) => (await stacks.getState(stackName, 5)).actions,
    means: [started],
  },
  {
    name: 'stack: action log',
    when: 'of an idle server',
    row: { pk, sk: `ACTION#${nowMs}#${actionId}`, ...started, ...ofNobody },
    read: async ({ stack: stacks }) => (await stacks.getState(stackName, 5)).actions,
    means: [{ ...started, ...ofNobody }],
  },
  {
    name: 'stack: lock, with the stack that the last start created',
    row: { pk, sk: 'LOCK', holder: actionId, leaseUntilMs: laterMs, launch },
    read: async ({ stack: stacks }) => (await stacks.getState(stackName, 5)).lock,
    means: { holder: actionId, leaseUntilMs: laterMs, launch },
  },
  {
    name: 'stack: lock, with the stack that the last start created',
    when: 'of the first start',
    row: { pk, sk: 'LOCK', holder: actionId, leaseUntilMs: laterMs },
    read: async ({ stack: stacks }) => (await stacks.getState(stackName, 5)).lock,
    means: { holder: actionId, leaseUntilMs: laterMs, launch: null },
  },
  {
    name: 'stack: lock, with the stack that the last start created',
    when: 'that no action holds',
    row: { pk, sk: 'LOCK', launch },
    read: async ({ stack: stacks }) => (await stacks.getState(stackName, 5)).lock,
    means: { holder: null, leaseUntilMs: 0, launch },
  },
  {
    name: "stack: snapshot of CloudFormation's answer",
    row: { pk, sk: 'SNAPSHOT', seenAtMs: nowMs, stack, stackId, claimedUntilMs: laterMs },
    read: async ({ stack: stacks }) => (await stacks.getState(stackName, 5)).snapshot,
    means: { seenAtMs: nowMs, stack, stackId },
  },
  {
    name: "stack: snapshot of CloudFormation's answer",
    when: 'before the first answer',
    row: { pk, sk: 'SNAPSHOT', claimedUntilMs: laterMs },
    read: async ({ stack: stacks }) => (await stacks.getState(stackName, 5)).snapshot,
    means: undefined,
  },
  {
    name: 'stack: last player count of the server',
    row: { pk, sk: 'PLAYERS' },
    kept: {
      seenAtMs: nowMs,
      stackId,
      online: null,
      lastPlayedAtMs: nowMs,
      idleMinutes: 30,
      named: [{ name: '小明 B', sinceMs: nowMs }],
    },
    read: async ({ stack: stacks }) => (await stacks.getState(stackName, 5)).players,
  },
  {
    name: 'stack: last player count of the server',
    when: 'before the names of players were kept',
    row: { pk, sk: 'PLAYERS', seenAtMs: nowMs, stackId, online: 2, lastPlayedAtMs: nowMs, idleMinutes: 30 },
    read: async ({ stack: stacks }) => (await stacks.getState(stackName, 5)).players,
    means: { seenAtMs: nowMs, stackId, online: 2, lastPlayedAtMs: nowMs, idleMinutes: 30, named: [] },
  },
  {
    name: 'stack: phases of the last boot of the server',
    row: { pk, sk: 'BOOT' },
    kept: { stackId, startedMs: nowMs, endsMs: [nowMs, laterMs], ...keptParts },
    read: async ({ stack: stacks }) => (await stacks.getState(stackName, 5)).boot,
  },
  {
    name: 'stack: last silence of the server that was told',
    row: { pk, sk: 'SILENCE', stackId, lastWordMs: nowMs, toldAtMs: laterMs },
    read: async ({ stack: stacks }) => (await stacks.getState(stackName, 5)).silence,
    means: { stackId, lastWordMs: nowMs, toldAtMs: laterMs },
  },
  {
    name: 'stack: news of the last stack that was told',
    row: { pk, sk: 'TOLD', stackId, newsIds: ['stack-up-1'] },
    read: async ({ stack: stacks }) => (await stacks.getState(stackName, 5)).told,
    means: { stackId, newsIds: ['stack-up-1'] },
  },
  {
    name: 'stack: lists of players',
    row: { pk, sk: 'LISTS', ...lists, sentTo: stackId },
    read: async ({ stack: stacks }) => (await stacks.getState(stackName, 5)).playerLists,
    means: { ...lists, sentTo: stackId },
  },
  {
    name: 'stack: last events of a stack, for 90 days',
    row: { pk: `EVENTS#${stackId}`, sk: 'EVENTS', seenAtMs: nowMs, events: [event], ttl: 1_795_219_200 },
    read: ({ stack: stacks }) => stacks.findEvents(stackId),
    means: { seenAtMs: nowMs, events: [event] },
  },
  {
    name: 'stack: archive of a world in the bucket',
    row: { pk: world, sk: 'ARCHIVE#A1', ...archive },
    read: async ({ stack: stacks }) => (await stacks.getWorld(stackName)).archives,
    means: [archive],
  },
  {
    name: 'stack: archive of a world in the bucket',
    when: 'of an uploaded world',
    row: { pk: world, sk: 'ARCHIVE#A1', ...archive, reason: 'upload', origin: 'castle.mcworld' },
    read: async ({ stack: stacks }) => (await stacks.getWorld(stackName)).archives,
    means: [{ ...archive, reason: 'upload', origin: 'castle.mcworld' }],
  },
  {
    name: 'stack: archive of a world in the bucket',
    when: 'of a world that was made on the page',
    row: { pk: world, sk: 'ARCHIVE#A1', ...archive, settings },
    read: async ({ stack: stacks }) => (await stacks.getWorld(stackName)).archives,
    means: [{ ...archive, settings }],
  },
  {
    name: 'stack: choice of the next world',
    row: { pk: world, sk: 'NEXT', ...choice },
    read: async ({ stack: stacks }) => (await stacks.getWorld(stackName)).choice,
    means: choice,
  },
  {
    name: 'stack: choice of the next world',
    when: 'before the settings of the present world were kept',
    row: { pk: world, sk: 'NEXT', ...choice, before: undefined },
    read: async ({ stack: stacks }) => (await stacks.getWorld(stackName)).choice,
    means: { ...choice, before: null },
  },
  {
    name: 'stack: last archive that could not be made',
    row: { pk: world, sk: 'FAILURE', ...failure },
    read: async ({ stack: stacks }) => (await stacks.getWorld(stackName)).failure,
    means: failure,
  },
  {
    name: 'stack: time of the last archive on demand',
    row: { pk: world, sk: 'COPY', atMs: nowMs },
    read: ({ stack: stacks }) => stacks.claimCopy(stackName, nowMs, 60_000),
    means: false,
  },
  {
    name: 'stack: license of a game that the owner has accepted',
    row: { pk: 'LICENSE', sk: accepted.url, ...accepted },
    read: ({ stack: stacks }) => stacks.findAcceptance(accepted.url),
    means: accepted,
  },
  {
    name: 'stack: rights of people',
    row: { pk: 'RIGHTS', sk: stackName, ...rights },
    read: ({ stack: stacks }) => stacks.listRights(),
    means: [rights],
  },
  {
    name: 'stack: weekly times',
    row: { pk: 'WEEKLY', sk: stackName, ...weekly },
    read: ({ stack: stacks }) => stacks.findWeeklyTimes(stackName),
    means: weekly,
  },
  {
    name: 'stack: start link, until 30 days after its end',
    row: { pk: `LINKS#${stackName}`, sk: link.linkRef, ...link, ttl: 1_795_219_200 },
    read: ({ stack: stacks }) => stacks.listStartLinks(stackName),
    means: [{ ...link, revokedAtMs: undefined, startedAtMs: undefined }],
  },
  {
    name: 'stack: calls of a network with links that do not work, for 20 minutes',
    row: { pk: 'LINKTRIES#192.0.2.1', sk: '0000000000000', tries: 20, ttl: 1200 },
    read: ({ stack: stacks }) => stacks.takeLinkTry('192.0.2.1', 0),
    means: false,
  },
  {
    name: 'stack: commands of a person to a server in a minute, for 2 minutes',
    row: { pk: `COMMANDS#${stackName}`, sk: 'cognito|1#1', tries: 20, ttl: 180 },
    read: ({ stack: stacks }) => stacks.countCommand(stackName, 'cognito|1', 60_000),
    means: false,
  },
  {
    name: 'stack: number of starts of all stacks',
    row: { pk: 'STACKS', sk: 'STARTS', starts: 12 },
    read: ({ stack: stacks }) => stacks.getStartCount(),
    means: 12,
  },
];
