import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { configFor, readSettings } from 'local/settings';

/** The addresses of the services outside the site. */
const elsewhere = {
  listingOrigin: 'https://bj.lianjia.com',
  modelUrl: 'http://127.0.0.1/v1',
  outsideProxy: 'http://127.0.0.1:4000',
  newsOrigin: 'http://localhost:3000',
  google: { origin: 'http://localhost:3000' },
};

describe('the settings', () => {
  it('have defaults', () => {
    expect(readSettings({}, [])).toEqual({
      port: 3000,
      dataDir: resolve('.local'),
      fresh: false,
      asksForLicense: false,
      listingOrigin: undefined,
      listing: {
        paceMs: 150,
        removalGapMs: 0,
        minIntervalMs: 0,
        cookieParameter: null,
      },
      restoredTables: {},
      secrets: {},
      google: { users: undefined, client: undefined },
      stackNames: undefined,
      stackSpeed: 4,
      concurrency: 10,
      routeRate: undefined,
      model: undefined,
    });
  });

  it('treat an empty value as unset', () => {
    expect(readSettings({ PORT: '', LISTING_ORIGIN: '' }, [])).toEqual(readSettings({}, []));
  });

  it('keep the rate limits for a foreign listing site', () => {
    const { listing, listingOrigin } = readSettings({ LISTING_CITY: 'sh', LISTING_PACE_MS: '5000' }, []);
    expect(listingOrigin).toBe('https://sh.lianjia.com');
    expect(listing).toEqual({ paceMs: 5000, cookieParameter: null });
  });

  it('keep a cookie out of the configuration and of error messages', () => {
    const { listing, secrets } = readSettings({ LISTING_COOKIE: 'lianjia_token=abc; x=1' }, []);
    expect(listing.cookieParameter).toBe('/home-page/listing-cookie');
    expect(secrets).toEqual({ '/home-page/listing-cookie': 'lianjia_token=abc; x=1' });
    expect(() => readSettings({ LISTING_COOKIE: 'lianjia_token=abc\nx' }, [])).toThrow(
      /^LISTING_COOKIE must be a Cookie header as a browser sends it\.$/,
    );
  });

  it('drop the rate limits for a listing site on this machine', () => {
    const settings = readSettings({ LISTING_ORIGIN: 'http://127.0.0.1:8080/' }, []);
    expect(configFor(settings, { ...elsewhere, listingOrigin: settings.listingOrigin ?? '' }).listing).toMatchObject({
      origin: 'http://127.0.0.1:8080',
      removalGapMs: 0,
      minIntervalMs: 0,
    });
  });

  it('configure an unknown stack like the first configured one, and let all of them run', () => {
    const { stacks } = configFor(readSettings({ STACK_NAMES: 'bedrock-creative,one,two,one' }, []), {
      ...elsewhere,
      listingOrigin: '',
    });
    expect(stacks?.configured).toMatchObject([
      { name: 'bedrock-creative', maxUptimeHours: 6 },
      { name: 'one', maxUptimeHours: 6 },
      { name: 'two', maxUptimeHours: 6 },
    ]);
    expect(stacks?.maxRunningStacks).toBe(3);
  });

  it.each([
    [{ OPENAI_API_KEY: 'sk-1' }, { baseUrl: 'https://api.openai.com/v1', key: 'sk-1' }],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }, { baseUrl: 'http://127.0.0.1:11434/v1', key: 'none' }],
  ])('ask a real model with %j', (environment, model) => {
    const settings = readSettings(environment, []);
    expect(settings.model).toEqual(model);
    const chat = configFor(settings, { ...elsewhere, modelUrl: model.baseUrl }).chat;
    expect(chat).toMatchObject({ baseUrl: model.baseUrl });
  });

  it.each([
    [{}, 'gpt-6-luna'],
    [{ OPENAI_API_KEY: 'sk-1' }, 'gpt-6-luna'],
    [{ CHAT_TITLE_MODEL: 'gpt-6.1-terra' }, 'gpt-6.1-terra'],
    [{ CHAT_TITLE_MODEL: 'none' }, null],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }, null],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', CHAT_TITLE_MODEL: 'gpt-6-luna' }, 'gpt-6-luna'],
  ])('have titles with %j by %j', (environment, titleModel) => {
    expect(configFor(readSettings(environment, []), elsewhere).chat).toMatchObject({ titleModel });
  });

  it.each([
    [{}, 'gpt-6.1-terra'],
    [{ OPENAI_API_KEY: 'sk-1' }, 'gpt-6.1-terra'],
    [{ CHAT_DEFAULT_MODEL: 'gpt-6-luna' }, 'gpt-6-luna'],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }, 'gpt-4o'],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', CHAT_DEFAULT_MODEL: 'qwen3' }, 'qwen3'],
  ])('begin conversations with %j by %j', (environment, defaultModel) => {
    expect(configFor(readSettings(environment, []), elsewhere).chat).toMatchObject({ defaultModel });
  });

  it('use the real Google when a client is given', () => {
    const settings = readSettings(
      { GOOGLE_CLIENT_ID: 'client-1', GOOGLE_CLIENT_SECRET: 's', GOOGLE_USERS: 'Ann@Example.org,bo@example.org' },
      [],
    );
    expect(settings.google.client?.secret).toBe('s');
    expect(configFor(settings, elsewhere).google).toEqual({
      clientId: 'client-1',
      origin: 'http://localhost:3000',
      users: ['ann@example.org', 'bo@example.org'],
      issuer: 'https://accounts.google.com',
      authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenEndpoint: 'https://oauth2.googleapis.com/token',
      revocationEndpoint: 'https://oauth2.googleapis.com/revoke',
      jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
    });
  });

  it('derive the addresses of another provider from its token endpoint', () => {
    const client = { GOOGLE_CLIENT_ID: 'client-1', GOOGLE_CLIENT_SECRET: 's' };
    const named = {
      GOOGLE_TOKEN_ENDPOINT: 'http://127.0.0.1:8080/token',
      GOOGLE_JWKS_URI: 'http://127.0.0.1:8080/keys',
    };
    expect(configFor(readSettings({ ...client, ...named }, []), elsewhere).google).toMatchObject({
      issuer: 'http://127.0.0.1:8080',
      authorizationEndpoint: 'http://127.0.0.1:8080/authorize',
      revocationEndpoint: 'http://127.0.0.1:8080/revoke',
      jwksUri: 'http://127.0.0.1:8080/keys',
    });
  });

  it('require the secret of the Google client and do not show it', () => {
    expect(() => readSettings({ GOOGLE_CLIENT_ID: 'client-1' }, [])).toThrow(
      /^GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET\.$/,
    );
  });

  it.each([
    ['GOOGLE_USERS', 'ann', 'GOOGLE_USERS must be email addresses with commas between them, not "ann".'],
    ['GOOGLE_JWKS_URI', 'keys', 'GOOGLE_JWKS_URI must be like https://host/path, not "keys".'],
    ['OPENAI_BASE_URL', 'ollama', 'OPENAI_BASE_URL must be like https://host/v1, not "ollama".'],
    [
      'CHAT_PROVIDERS',
      '[',
      'CHAT_PROVIDERS must be the JSON of providers, each with its name, baseUrl, key and models.',
    ],
    ['PORT', '70000', 'PORT must be a number from 0 to 65535, not "70000".'],
    ['PORT', 'http', 'PORT must be a number from 0 to 65535, not "http".'],
    ['LISTING_ORIGIN', 'lianjia', 'LISTING_ORIGIN must be like https://host or http://host:port, not "lianjia".'],
    ['LISTING_ORIGIN', 'https://a.b/c', 'LISTING_ORIGIN must have no path, not "https://a.b/c".'],
    ['LISTING_PACE_MS', '-1', 'LISTING_PACE_MS must be a number of milliseconds, not "-1".'],
    ['STACK_NAMES', 'one, two', 'STACK_NAMES must be names with commas between them, not "one, two".'],
    ['STACK_SPEED', '0', 'STACK_SPEED must be more than 0, not "0".'],
    ['LOCAL_ROUTE_RATE', '0', 'LOCAL_ROUTE_RATE must be a number from 1 to 999999, not "0".'],
    ['LOCAL_CONCURRENCY', '0', 'LOCAL_CONCURRENCY must be a number from 1 to 9999, not "0".'],
    ['STACK_SPEED', 'fast', 'STACK_SPEED must be a number, not "fast".'],
    ['LISTING_CITY', 'a.b/', 'LISTING_CITY must be the short name of a city, like bj, not "a.b/".'],
  ])('refuse %s=%s in one sentence', (name, value, sentence) => {
    expect(() => readSettings({ [name]: value }, [])).toThrow(sentence);
  });

  it('refuse an unknown option', () => {
    expect(() => readSettings({}, ['--frsh'])).toThrow('Unknown option --frsh');
  });
});
