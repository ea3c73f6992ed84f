import { describe, expect, it } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { AppConfig, cdkContext, readConfig } from 'infra/config';

const deployed = AppConfig.parse(cdkContext());
const problemsWith = (listing: Record<string, unknown>) =>
  AppConfig.safeParse({ ...deployed, listing: { ...deployed.listing, ...listing } }).error?.issues ?? [];

describe('the configuration of the listing monitor', () => {
  it('sends no cookie by default', () => {
    expect(deployed.listing).toMatchObject({ cookieParameter: null, requestsPerDay: 1000 });
  });

  it.each<[string, unknown]>([
    ['refreshSchedule', 'cron(0 8 * * ? *)'],
    ['timeZone', 'Europe/Berlin'],
    ['cookieParameter', '/home-page/listing-cookie'],
    ['requestsPerDay', 200],
  ])('accepts %s %s', (name, value) => {
    expect(problemsWith({ [name]: value })).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['refreshSchedule', 'rate(1 hour)'],
    ['refreshSchedule', 'cron(0 8 * * * *)'],
    ['timeZone', 'Asia/Atlantis'],
    ['cookieParameter', 'listing cookie'],
    ['requestsPerDay', 0],
    ['refreshesPerDay', 20],
    ['refreshesPerDay', null],
    ['paceMs', 3_600_000],
  ])('refuses %s %s', (name, value) => {
    const [problem] = problemsWith({ [name]: value });
    // The time zone is tried out with the schedule.
    expect(problem?.path).toEqual(['listing', name === 'timeZone' ? 'refreshSchedule' : name]);
  });
});

const problemsOf = (webAclArn: unknown) =>
  AppConfig.safeParse({ ...deployed, site: { ...deployed.site, webAclArn } }).error?.issues ?? [];

describe('the web ACL of the site', () => {
  const acl = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/home-page/473e64fd-f30b-4765-81a0-62ad96dd167a';
  it('is none by default, or a global one', () => {
    expect(deployed.site.webAclArn).toBeNull();
    expect(problemsOf(acl)).toEqual([]);
  });

  it.each([
    ['of another region', acl.replace('us-east-1', 'eu-central-1')],
    ['that is regional', acl.replace('global', 'regional')],
    ['of WAF Classic', acl.replace('wafv2', 'waf')],
    ['without its id', acl.replace(/\/[^/]+$/, '')],
    ['by its name', 'home-page'],
  ])('is refused %s', (_, webAclArn) => {
    expect(problemsOf(webAclArn)).toMatchObject([{ path: ['site', 'webAclArn'] }]);
  });
});

const readingOf = (stacks: object) => {
  const context = { ...deployed, stacks: { ...deployed.stacks, ...stacks } };
  return () => readConfig(new App({ analyticsReporting: false, context }).node);
};

describe('the models in cdk.json', () => {
  it("have prices, so that the owner's page of costs leaves none of them out", () => {
    expect(deployed.chat.models.length).toBeGreaterThan(0);
    expect(deployed.chat.models.filter(({ pricePerMillion }) => pricePerMillion === undefined)).toEqual([]);
  });
});

const providerProblems = (...providers: object[]) =>
  AppConfig.safeParse({ ...deployed, chat: { ...deployed.chat, providers } }).error?.issues.map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  );

describe('the providers of the chat', () => {
  const models = [{ code: 'mistral-large', name: 'Mistral Large' }];
  const provider = {
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyParameter: '/home-page/mistral',
    models,
  };
  it('have names and models that differ', () => {
    expect(providerProblems(provider)).toBeUndefined();
    expect(providerProblems(provider, { ...provider, name: 'Other' })).toEqual([
      'chat.providers has the model mistral-large twice',
    ]);
    const others = [{ code: 'small', name: 'Small' }];
    expect(providerProblems({ ...provider, name: 'OpenAI' })).toEqual(['chat.providers has the provider OpenAI twice']);
    expect(providerProblems(provider, { ...provider, models: others })).toEqual([
      'chat.providers has the provider Mistral twice',
    ]);
  });
});

const withTitles = (titleModel: string) =>
  AppConfig.safeParse({ ...deployed, chat: { ...deployed.chat, titleModel } }).error?.issues.map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  );

it('the model that writes titles is one of the models of the configuration', () => {
  expect(withTitles('gpt-6-luna')).toBeUndefined();
  expect(withTitles('gpt-6-lune')).toEqual([
    'chat.titleModel must be the code of one of the models here, or null for no titles',
  ]);
});

describe('an invalid configuration', () => {
  const zone = { hostedZoneId: 'Z0123', domain: 'play.example.org' };

  it('is refused with the place of each error', () => {
    const wrong = readingOf({ zoneLetter: 'eu-central-1a', zone: { ...zone, domain: 'https://example.org' } });
    expect(wrong).toThrow(
      /^The context in cdk.json is invalid.\n.*\n.*at stacks.zoneLetter\n.* play.example.org\n.*at stacks.zone.domain$/,
    );
  });

  it.each(['x'.repeat(64), 'x-', '-x', 'x.y'])('refuses a stack name that is no DNS label: %s', (name) => {
    const configured = deployed.stacks.configured.map((stack) => ({ ...stack, name })).slice(0, 1);
    expect(readingOf({ configured })).toThrow('must be letters, digits and hyphens');
  });

  it("refuses a zone's name without its id", () => {
    expect(readingOf({ zone })().stacks.zone).toEqual(zone);
  });
});

const problemsOfGoogle = (google: Record<string, unknown>) =>
  AppConfig.safeParse({ ...deployed, google: { ...deployed.google, ...google } }).error?.issues ?? [];

describe('the configuration of Google', () => {
  it('admits no account by default', () => {
    expect(deployed.google).toMatchObject({ clientId: null, users: [] });
  });

  it('accepts a client, the site and its people', () => {
    const google = {
      clientId: '1-a.apps.googleusercontent.com',
      origin: 'https://d1.cloudfront.net',
      users: ['a@b.example'],
    };
    expect(problemsOfGoogle(google)).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['clientId', ''],
    ['origin', 'https://d1.cloudfront.net/'],
    ['origin', 'd1.cloudfront.net'],
    ['users', ['ann']],
    ['users', 'ann@example.org'],
    ['tokenEndpoint', 'oauth2.googleapis.com'],
  ])('refuses %s %j', (name, value) => {
    expect(problemsOfGoogle({ [name]: value })[0]?.path[0]).toBe('google');
  });
});

describe('the spending limits of the chat', () => {
  const { spending } = deployed.chat;
  const issuesOf = (chat: Record<string, unknown>) =>
    AppConfig.safeParse({ ...deployed, chat: { ...deployed.chat, ...chat } }).error?.issues ?? [];

  it.each([
    ['person', { tokensPerDay: null }],
    ['person', { dollarsPerDay: 0 }],
    ['site', { tokensPerMonth: 2_999_999 }],
    ['site', { dollarsPerMonth: 4 }],
    ['person', { dollarsPerMonth: 41 }],
    // An answer of the dearest model may cost $0.33.
    ['person', { dollarsPerDay: 0.32 }],
    ['person', { tokensPerDay: 16_383 }],
  ] as const)('refuse, for a %s, %j', (scope, change) => {
    const [issue] = issuesOf({ spending: { ...spending, [scope]: { ...spending[scope], ...change } } });
    expect(issue?.path.slice(0, 3)).toEqual(['chat', 'spending', scope]);
  });

  it('may be the same for a person and the site', () => {
    expect(issuesOf({ spending: { person: spending.person, site: spending.person } })).toEqual([]);
    expect(issuesOf({ spending: { person: spending.site, site: spending.site } })).toEqual([]);
  });
});
