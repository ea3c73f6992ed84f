import { describe, expect, it } from '@jest/globals';
import { ChannelAddress } from 'shared-types/contract/account/notify';
import { subscribedBrowser } from '../../../../support/notify/browser.ts';

/** Returns what is wrong with an address; nothing when it may be added. */
const problems = (address: object) => ChannelAddress.safeParse(address).error?.issues.map(({ message }) => message);

describe('the subscription of a browser', () => {
  const { address } = subscribedBrowser();
  /** Returns the key with another first byte, as many bytes long. */
  const keyOf = (first: number, length = 65) =>
    Buffer.concat([Buffer.of(first), Buffer.from(address.p256dh, 'base64url').subarray(1), Buffer.alloc(1)])
      .subarray(0, length)
      .toString('base64url');

  it('may be one of 65 bytes of key and 16 of secret', () => {
    expect(problems(address)).toBeUndefined();
    expect(problems({ ...address, p256dh: keyOf(4) })).toBeUndefined();
  });

  it.each([
    ['a compressed point', keyOf(2, 33)],
    ['a point in the hybrid form, with which nothing is encrypted', keyOf(6)],
    ['a key that is a byte too short', keyOf(4, 64)],
    ['a key that is a byte too long', keyOf(4, 66)],
    ['no key', ''],
  ])('may not have %s', (_, p256dh) => {
    expect(problems({ ...address, p256dh })).toEqual(['must be a public key of a browser']);
  });

  it.each([0, 15, 17])('may not have a secret of %i bytes', (bytes) => {
    const auth = Buffer.alloc(bytes).toString('base64url');
    expect(problems({ ...address, auth })).toEqual(['must be a secret of a browser']);
  });

  it.each(['http://fcm.googleapis.com/fcm/send/a', 'https://ann@fcm.googleapis.com/', 'fcm.googleapis.com', ''])(
    'may not have the address %j',
    (endpoint) => {
      expect(problems({ ...address, endpoint })).toEqual(['must be an address that begins with https://']);
    },
  );
});

describe('the address of a server', () => {
  it.each([
    ['https://Hooks.Example.ORG:443/a/../B', 'https://hooks.example.org/B'],
    ['https://ntfy.sh', 'https://ntfy.sh/'],
    ['https://例え.jp/新', 'https://xn--r8jz45g.jp/%E6%96%B0'],
  ])('is the same in every spelling: %s', (url, same) => {
    expect(ChannelAddress.parse({ kind: 'webhook', url })).toEqual({ kind: 'webhook', url: same });
  });

  it('may have 1,000 characters when it is spelled out', () => {
    const webhook = { kind: 'webhook', url: 'https://hooks.example.org/' };
    expect(problems({ ...webhook, url: webhook.url + 'a'.repeat(974) })).toBeUndefined();
    expect(problems({ ...webhook, url: webhook.url + 'a'.repeat(975) })).toHaveLength(1);
    expect(problems({ ...webhook, url: webhook.url + '新'.repeat(109) })).toHaveLength(1);
  });
});

describe('the address of a webhook of Discord', () => {
  it.each([
    'https://discord.com/api/webhooks/42/ab-c_D',
    'https://ptb.discord.com/api/webhooks/42/ab-c_D',
    'https://canary.discord.com/api/v10/webhooks/42/ab-c_D',
    'https://discordapp.com/api/webhooks/42/ab-c_D',
  ])('is the same at each version of its app and of its API: %s', (url) => {
    expect(ChannelAddress.parse({ kind: 'discord', url })).toEqual({
      kind: 'discord',
      url: 'https://discord.com/api/webhooks/42/ab-c_D',
    });
  });
});
