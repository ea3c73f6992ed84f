import { describe, expect, it } from '@jest/globals';
import { signInRoute } from 'shared-types/contract/auth';
import { chatApi } from 'shared-types/contract/chat';
import { endpoint, type Endpoint, nothing } from 'shared-types/contract/endpoint';
import { ljmonitorApi } from 'shared-types/contract/ljmonitor';
import * as z from 'zod';
import { fieldsOf } from '../support/contract/arbitrary.ts';
import { oddIds } from '../support/contract/odd-ids.ts';
import { malformedRequests } from '../support/contract/bad-input.ts';
import { everyCall } from '../support/contract/contract.ts';
import { changing, foreign, guarded } from '../support/contract/matrices.ts';

describe('the contract', () => {
  it('has exactly these public calls', () => {
    expect(everyCall.filter(({ access }) => access === 'public').map(({ key }) => key)).toEqual([
      'POST /api/auth/cognito/sign_in',
      'POST /api/auth/cognito/sign_up',
      'POST /api/auth/cognito/sign_up_confirm',
      'POST /api/auth/cognito/resend_code',
      'POST /api/auth/cognito/setup_mfa',
      'POST /api/auth/cognito/sign_in_confirm',
      'POST /api/auth/cognito/forgot_password',
      'POST /api/auth/cognito/reset_password',
      'GET /api/auth/google/init',
      'GET /api/auth/google/oauth2',
      'POST /api/auth/google/oauth2_refresh',
      'POST /api/auth/cognito/sign_in_refresh',
      'GET /api/auth/logout',
      'GET /api/health',
      'GET /api/notify/feed/{feedToken}',
      'POST /api/minecraft_bedrock/link/look',
      'POST /api/minecraft_bedrock/link/start',
    ]);
  });

  it('writes exactly these calls to the audit trail', () => {
    expect(everyCall.flatMap(({ key, audit }) => (audit === undefined ? [] : [[key, audit]]))).toEqual([
      ['POST /api/auth/cognito/sign_in', 'signIn'],
      ['POST /api/auth/cognito/sign_up', 'signUp'],
      ['POST /api/auth/cognito/sign_up_confirm', 'emailConfirmed'],
      ['POST /api/auth/cognito/resend_code', 'codeRequested'],
      ['POST /api/auth/cognito/setup_mfa', 'authenticatorSet'],
      ['POST /api/auth/cognito/sign_in_confirm', 'signIn'],
      ['POST /api/auth/cognito/forgot_password', 'recoveryRequested'],
      ['POST /api/auth/cognito/reset_password', 'passwordReset'],
      ['GET /api/auth/google/oauth2', 'signIn'],
      ['POST /api/auth/google/oauth2_refresh', 'sessionRenewed'],
      ['POST /api/auth/cognito/sign_in_refresh', 'sessionRenewed'],
      ['GET /api/auth/logout', 'signOut'],
      ['POST /api/auth/cognito/reauthenticate', 'reauthenticated'],
      ['POST /api/auth/cognito/change_password', 'passwordChanged'],
      ['POST /api/auth/cognito/new_authenticator_confirm', 'authenticatorChanged'],
      ['POST /api/auth/sessions/{sessionRef}/end', 'sessionEnded'],
      ['POST /api/auth/owner/invitations/create', 'invitationCreated'],
      ['POST /api/auth/owner/invitations/{invitationRef}/revoke', 'invitationRevoked'],
      ['POST /api/auth/owner/accounts/{userId}/sessions/{sessionRef}/end', 'sessionEnded'],
      ['POST /api/auth/owner/accounts/{userId}/disable', 'accountDisabled'],
      ['POST /api/auth/owner/accounts/{userId}/enable', 'accountEnabled'],
      ['POST /api/chat/session/{sessionId}/delete', 'conversationDeleted'],
      ['DELETE /api/ljmonitor/resblock/{resblockId}', 'communityDeleted'],
      ['POST /api/minecraft_bedrock/v2/{stackName}/start', 'stackStarted'],
      ['POST /api/minecraft_bedrock/v2/{stackName}/restart', 'stackRestarted'],
      ['POST /api/minecraft_bedrock/v2/{stackName}/stop', 'stackStopped'],
      ['POST /api/minecraft_bedrock/v2/{stackName}/stopTime', 'stopMoved'],
      ['POST /api/minecraft_bedrock/v2/{stackName}/world/archives', 'worldArchived'],
      ['PUT /api/minecraft_bedrock/v2/{stackName}/world/next', 'worldChosen'],
      ['DELETE /api/minecraft_bedrock/v2/{stackName}/world/next', 'worldChosen'],
      ['POST /api/minecraft_bedrock/v2/{stackName}/console/commands', 'serverCommand'],
      ['PUT /api/minecraft_bedrock/v2/{stackName}/players', 'playersChosen'],
      ['POST /api/minecraft_bedrock/v2/{stackName}/links', 'startLinkCreated'],
      ['DELETE /api/minecraft_bedrock/v2/{stackName}/links/{linkRef}', 'startLinkRevoked'],
      ['POST /api/minecraft_bedrock/link/start', 'startLinkUsed'],
      ['PUT /api/minecraft_bedrock/v2/{stackName}/times', 'weeklyTimesChosen'],
      ['PUT /api/minecraft_bedrock/v2/{stackName}/rights', 'rightsChosen'],
      ['PUT /api/minecraft_bedrock/license', 'licenseAccepted'],
      ['PUT /api/minecraft_bedrock/worlds/upload', 'worldUploaded'],
      ['PUT /api/minecraft_bedrock/worlds/copy', 'worldCopied'],
    ]);
  });

  it('needs a confirmation within five minutes for exactly these calls', () => {
    expect(everyCall.filter(({ isSensitive }) => isSensitive).map(({ key }) => key)).toEqual([
      'POST /api/auth/cognito/change_password',
      'POST /api/auth/cognito/new_authenticator',
      'POST /api/auth/cognito/new_authenticator_confirm',
      'POST /api/auth/sessions/{sessionRef}/end',
      'POST /api/auth/owner/invitations/create',
      'POST /api/auth/owner/accounts/{userId}/sessions/{sessionRef}/end',
      'POST /api/auth/owner/accounts/{userId}/disable',
      'POST /api/auth/owner/accounts/{userId}/enable',
      'POST /api/minecraft_bedrock/v2/{stackName}/links',
      'PUT /api/minecraft_bedrock/v2/{stackName}/rights',
    ]);
  });

  it('accepts unknown parameters from Google only', () => {
    const open = everyCall.filter(({ query }) => query.safeParse({ unknown: '1' }).success);
    expect(open.map(({ key }) => key)).toEqual(['GET /api/auth/google/oauth2']);
  });

  it('has a second route for known browsers for exactly the steps that share one', () => {
    const known = everyCall.filter(({ knownRoute }) => knownRoute !== undefined);
    expect(known.map(({ route }) => route)).toEqual(known.map(() => signInRoute));
    expect(known).toEqual(everyCall.filter(({ route }) => route === signInRoute));
  });

  it('has exactly these calls for the owner', () => {
    const owners = everyCall.filter(({ access }) => access === 'owner').map(({ key }) => key);
    expect(owners).toEqual(
      everyCall
        .map(({ key }) => key)
        .filter((key) =>
          / \/api\/(auth\/owner|costs)\/|\/batch\/tryOnce$|\/links(\/|$)|\/rights$|\/license$/.test(key),
        ),
    );
    expect(owners.length).toBeGreaterThan(0);
  });

  it('changes state by GET only in the sign-in, which is protected against CSRF', () => {
    const keys = everyCall.filter(({ key }) => key.startsWith('GET ')).map(({ key }) => key);
    expect(keys.filter((key) => /create|update|delete|remove|add|start|stop|end$|logout/.test(key))).toEqual([
      'GET /api/auth/logout',
    ]);
  });
});

const houses = (count: number) => Array.from({ length: count }, () => '100000000001');
const houseTimes = (count: number) => ({ houses: houses(count).map((houseId) => ({ houseId, readTime: null })) });

/** Returns the largest whole numbers that a JSON schema takes. */
function maximaOf(schema: unknown): number[] {
  const { data } = z.record(z.string(), z.unknown()).or(z.array(z.unknown())).safeParse(schema);
  if (!data) return [];
  const parts = Object.values(data).flatMap(maximaOf);
  const { success } = z.object({ type: z.literal('integer') }).safeParse(data);
  return success
    ? [Number(Object.entries(data).find(([name]) => name === 'maximum')?.[1] ?? Infinity), ...parts]
    : parts;
}

describe('a whole number that a page sends', () => {
  const calls = everyCall.filter(({ body }) => maximaOf(z.toJSONSchema(body, { io: 'input' })).length > 0);

  it.each(calls.map(({ key, body }) => [key, body] as const))(
    'is small enough that the next one is stored exactly: %s',
    (_, body) => {
      const tooLarge = maximaOf(z.toJSONSchema(body, { io: 'input' })).filter((max) => max >= Number.MAX_SAFE_INTEGER);
      expect(tooLarge).toEqual([]);
    },
  );
});

describe('the limits of what a page sends', () => {
  const { createMessage, createSession, regenerateMessage, updateSession } = chatApi;
  const { markHousesRead, restoreReadTimes } = ljmonitorApi;
  const settings = { title: null, memorySize: null, modelCode: null };

  it.each<[string, Endpoint, object, object[]]>([
    ['a question', createMessage, { text: 'x'.repeat(32_000) }, [{ text: 'x'.repeat(32_001) }, { text: ' \n' }]],
    ['an edited question', regenerateMessage, { text: 'x'.repeat(32_000) }, [{ text: 'x'.repeat(32_001) }]],
    ['a title', createSession, { title: 'x'.repeat(200) }, [{ title: 'x'.repeat(201) }]],
    ['a new title', updateSession, { ...settings, title: 'x' }, [{ ...settings, title: ' ' }]],
    [
      'a memory size',
      updateSession,
      { ...settings, memorySize: 100 },
      [0, 101, 1.5, '5', -1].map((memorySize) => ({ ...settings, memorySize })),
    ],
    [
      'a system prompt',
      updateSession,
      { ...settings, systemPrompt: 'x'.repeat(8_000) },
      [{ ...settings, systemPrompt: 'x'.repeat(8_001) }],
    ],
    ['the smallest memory size', updateSession, { ...settings, memorySize: 1 }, []],
    ['a batch of houses', markHousesRead, { houseIdList: houses(500) }, [{ houseIdList: houses(501) }]],
    ['a batch of read times', restoreReadTimes, houseTimes(500), [houseTimes(501)]],
  ])('are those of the specification for %s', (_, { body }, allowed, refused) => {
    expect(body.safeParse(allowed).success).toBe(true);
    for (const each of refused) expect(body.safeParse(each).success).toBe(false);
  });
});

describe('an id that a page sends', () => {
  it('has the form of our ids, except where it is compared with all that there are', () => {
    const ids = everyCall.flatMap(({ key, params, query, body }) =>
      [params, query, body].flatMap(fieldsOf).flatMap(([name, schema]) => {
        const isId = /(Id|Ids|IdList|Ref|Name|cursor)$/.test(name) && name !== 'username';
        return isId && oddIds.some((odd) => schema.safeParse(odd).success) ? [`${name} of ${key}`] : [];
      }),
    );
    const stacks = ids.filter((each) => /^(stackName|fromStackName) of /.test(each));
    expect(stacks.length).toBeGreaterThan(0);
    // The tests of these calls send the odd ids.
    expect(ids.filter((each) => !stacks.includes(each))).toEqual([
      'userId of GET /api/auth/owner/activity',
      'sessionRef of POST /api/auth/sessions/{sessionRef}/end',
      'sessionRef of POST /api/auth/owner/accounts/{userId}/sessions/{sessionRef}/end',
    ]);
  });
});

/** Returns the names of all fields that a schema accepts, nested ones too. */
const namesIn = (schema: z.ZodType) =>
  [...JSON.stringify(z.toJSONSchema(schema, { io: 'input' })).matchAll(/"(\w+)":\{/g)].map(([, name = '']) => name);

describe('a time that a page sends', () => {
  it('is a place in a list, the time of a version that the page has shown, or one that an import has from elsewhere', () => {
    // Days on offer are numbers. Weekly times are clock times, which the site turns into times itself.
    // The new time of a scheduled stop is bounded by test/unit/lambdas/stack/workflow/move-stop.test.ts.
    // Every other time is the server's. Times of an import are in the past: test/unit/lambdas/chat/imports. Read times are bounded by test/unit/lambdas/ljmonitor/routes.test.ts.
    const times = everyCall.flatMap(({ key, query, body }) =>
      [query, body]
        .flatMap(namesIn)
        .flatMap((name) => (/time|asOf|At$|date|day/i.test(name) ? `${name} of ${key}` : [])),
    );
    expect(times.toSorted()).toEqual([
      'asOf of DELETE /api/ljmonitor/resblock/{resblockId}/read',
      'asOf of POST /api/ljmonitor/batch/readAllHouse',
      'asOf of PUT /api/ljmonitor/house/{houseId}/separation',
      'asOf of PUT /api/ljmonitor/resblock/{resblockId}/read',
      'changedWithinDays of GET /api/ljmonitor/house/sorted',
      'createTime of POST /api/chat/import',
      'createTime of POST /api/chat/import',
      'day of GET /api/auth/owner/activity',
      'days of PUT /api/minecraft_bedrock/v2/{stackName}/times',
      'digestAt of PUT /api/notify/rules',
      'fromUpdateTime of GET /api/ljmonitor/house',
      'fromUpdateTime of GET /api/ljmonitor/house/{houseId}/history',
      'lastCreateTime of GET /api/chat/session/message/search',
      'lastUpdateTime of GET /api/chat/session/list',
      'maxDays of GET /api/ljmonitor/house/sorted',
      'minDays of GET /api/ljmonitor/house/sorted',
      'readTime of POST /api/ljmonitor/batch/unreadHouse',
      'stopsAt of POST /api/minecraft_bedrock/v2/{stackName}/stopTime',
      'timeZone of PUT /api/minecraft_bedrock/v2/{stackName}/times',
      'timeZone of PUT /api/notify/rules',
      'times of PUT /api/minecraft_bedrock/v2/{stackName}/times',
      'updateTime of POST /api/chat/import',
    ]);
  });
});

describe('a new call of the contract', () => {
  const added = endpoint('POST /api/notes/{sessionId}/pages', {
    query: z.strictObject({ lastSessionId: z.string().optional() }),
    body: z.strictObject({ text: z.string().min(1) }),
    response: nothing,
  });
  const calls = [...everyCall, added];

  it('is in every test matrix', () => {
    const isNew = ({ key }: { key: string }) => key === added.key;
    expect(guarded(calls).filter(isNew)).toHaveLength(1);
    expect(changing(calls).filter(isNew)).toHaveLength(1);
    expect(foreign(calls).filter(({ call }) => isNew(call))).toEqual([
      { call: added, part: 'params', name: 'sessionId' },
      { call: added, part: 'query', name: 'lastSessionId' },
    ]);
    const ways = malformedRequests(added).map(({ what }) => what);
    expect(ways).toEqual(
      expect.arrayContaining(['query lastSessionId twice', 'body without "text"', 'body with "text": NaN']),
    );
    expect(ways.length).toBeGreaterThan(30);
  });

  it('is refused while its parameter is not classified', () => {
    const unheard = endpoint('GET /api/notes/{noteId}', { response: nothing });
    expect(() => foreign([...calls, unheard])).toThrow('Say in test/support/contract/parameters.ts whose noteId is');
  });

  it('gets no malformed request that its schemas allow', () => {
    const body = z.strictObject({ note: z.string().nullable() });
    const ways = malformedRequests(endpoint('POST /api/notes', { body, response: nothing })).map(({ what }) => what);
    expect(ways).not.toContain('body with "note": null');
    expect(ways).toContain('body with "note": true');
  });
});
