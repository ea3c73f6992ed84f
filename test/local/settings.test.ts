import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { configFor, readSettings } from 'local/settings';

describe('the settings', () => {
  it('have a default each', () => {
    expect(readSettings({}, [])).toEqual({
      port: 3000,
      dataDir: resolve('.local'),
      fresh: false,
      listingOrigin: undefined,
      listing: {
        paceMs: 150,
        removalGapMs: 0,
        minIntervalMs: 0,
        cookieParameter: null,
        digestTo: 'owner@home.example',
      },
      secrets: {},
      stackNames: undefined,
      stackSpeed: 4,
      model: undefined,
    });
  });

  it('take an empty value for none', () => {
    expect(readSettings({ PORT: '', LISTING_ORIGIN: '' }, [])).toEqual(readSettings({}, []));
  });

  it('spare a site of somebody else', () => {
    const { listing, listingOrigin } = readSettings({ LISTING_CITY: 'sh', LISTING_PACE_MS: '5000' }, []);
    expect(listingOrigin).toBe('https://sh.lianjia.com');
    expect(listing).toEqual({ paceMs: 5000, cookieParameter: null, digestTo: 'owner@home.example' });
  });

  it('keep a cookie out of the configuration, and out of what is said about it', () => {
    const { listing, secrets } = readSettings({ LISTING_COOKIE: 'lianjia_token=abc; x=1' }, []);
    expect(listing.cookieParameter).toBe('/home-page/listing-cookie');
    expect(secrets).toEqual({ '/home-page/listing-cookie': 'lianjia_token=abc; x=1' });
    expect(() => readSettings({ LISTING_COOKIE: 'lianjia_token=abc\nx' }, [])).toThrow(
      /^LISTING_COOKIE must be as a browser sends it\.$/,
    );
  });

  it('hurry with a site on this machine', () => {
    const settings = readSettings({ LISTING_ORIGIN: 'http://127.0.0.1:8080/' }, []);
    expect(
      configFor(settings, { listingOrigin: settings.listingOrigin ?? '', modelUrl: 'http://127.0.0.1/v1' }).listing,
    ).toMatchObject({
      origin: 'http://127.0.0.1:8080',
      removalGapMs: 0,
      minIntervalMs: 0,
    });
  });

  it('name other stacks than those that are configured, which are like the first of these', () => {
    const { stacks } = configFor(readSettings({ STACK_NAMES: 'bedrock-creative,one,one' }, []), {
      listingOrigin: '',
      modelUrl: 'http://127.0.0.1/v1',
    });
    expect(stacks?.configured).toMatchObject([
      { name: 'bedrock-creative', maxUptimeHours: 6 },
      { name: 'one', maxUptimeHours: 6 },
    ]);
  });

  it.each([
    [{ OPENAI_API_KEY: 'sk-1' }, { baseUrl: 'https://api.openai.com/v1', key: 'sk-1' }],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }, { baseUrl: 'http://127.0.0.1:11434/v1', key: 'none' }],
  ])('ask a real model with %j', (environment, model) => {
    const settings = readSettings(environment, []);
    expect(settings.model).toEqual(model);
    const chat = configFor(settings, { listingOrigin: 'https://bj.lianjia.com', modelUrl: model.baseUrl }).chat;
    expect(chat).toMatchObject({ baseUrl: model.baseUrl, defaultModel: 'gpt-4o' });
  });

  it.each([
    ['OPENAI_BASE_URL', 'ollama', 'OPENAI_BASE_URL must be like https://host/v1, not "ollama".'],
    ['PORT', '70000', 'PORT must be a number from 0 to 65535, not "70000".'],
    ['PORT', 'http', 'PORT must be a number from 0 to 65535, not "http".'],
    ['LISTING_ORIGIN', 'lianjia', 'LISTING_ORIGIN must be like https://host or http://host:port, not "lianjia".'],
    ['LISTING_ORIGIN', 'https://a.b/c', 'LISTING_ORIGIN must have no path, not "https://a.b/c".'],
    ['LISTING_PACE_MS', '-1', 'LISTING_PACE_MS must be a number of milliseconds, not "-1".'],
    ['STACK_NAMES', 'one, two', 'STACK_NAMES must be names with commas between them, not "one, two".'],
    ['STACK_SPEED', '0', 'STACK_SPEED must be more than 0, not "0".'],
    ['STACK_SPEED', 'fast', 'STACK_SPEED must be a number, not "fast".'],
    ['LISTING_CITY', 'a.b/', 'LISTING_CITY must be the short name in front of the site, like bj, not "a.b/".'],
  ])('refuse %s=%s in one sentence', (name, value, sentence) => {
    expect(() => readSettings({ [name]: value }, [])).toThrow(sentence);
  });

  it('refuse an option that does not exist', () => {
    expect(() => readSettings({}, ['--frsh'])).toThrow('--frsh is no option here');
  });
});
