import { describe, expect, it } from '@jest/globals';
import {
  describeCost,
  describeScheduledStop,
  describePlayers,
  describeSilence,
  minecraftLink,
  serverAddress,
} from 'web/features/stack/detail/messages';
import { info } from '../../../../../support/site/stacks.ts';

describe('the cost of a stack', () => {
  const hour = 3_600_000;
  it.each([
    [0.1, 3 * hour, 'about $0.30 so far'],
    [0.0416, 2 * hour + hour / 2, 'about $0.10 so far'],
    [0.0416, hour / 5, 'less than $0.01 so far'],
    [0.1, hour / 10, 'about $0.01 so far'],
    [0.1, -hour, 'less than $0.01 so far'],
  ])('at %d an hour after %d ms: %s', (hourlyPrice, now, text) => {
    expect(describeCost(info({ hourlyPrice }), now)).toBe(text);
  });

  it('is undefined when the price is unknown', () => {
    expect(describeCost(info(), hour)).toBeUndefined();
  });
});

const output = (outputKey: string, outputValue: string) => ({ outputKey, outputValue });

describe('a scheduled stop', () => {
  it.each<[Parameters<typeof describeScheduledStop>[0], string]>([
    ['running', 'stops at 23:10, earlier if empty'],
    ['starting', 'stops at 23:10, earlier if empty'],
    ['broken', 'stops at 23:10'],
    ['partlyCreated', 'tries to stop at 23:10'],
    ['partlyDeleted', 'tries to stop at 23:10'],
  ])('is described for a stack that is %s', (state, text) => {
    expect(describeScheduledStop(state, '23:10')).toBe(text);
  });
});

describe('the address of a server', () => {
  it('is the address and the port among the outputs', () => {
    const outputs = [output('ServerPort', '19132'), output('Zone', 'a'), output('ServerAddress', '18.177.42.9')];
    expect(serverAddress(outputs)).toEqual({ host: '18.177.42.9', port: '19132' });
  });

  it('is in the link that adds the server to Minecraft', () => {
    const address = { host: '18.177.42.9', port: '19132' };
    const link = 'minecraft:?addExternalServer=my%20%26%20world|18.177.42.9';
    expect(minecraftLink('my & world', address)).toBe(`${link}:19132`);
    expect(minecraftLink('my & world', { ...address, port: undefined })).toBe(link);
  });

  it('has no port if the outputs have none, and is undefined without an address', () => {
    expect(serverAddress([output('ServerAddress', '18.177.42.9')])).toEqual({ host: '18.177.42.9', port: undefined });
    expect(serverAddress([output('ServerPort', '19132')])).toBeUndefined();
  });
});

const today = (hours: number, minutes: number) => new Date(2026, 10, 22, hours, minutes).getTime();
const ten = today(21, 10);
const seen = (online: number | null, idleStopAt = today(21, 34), now = ten) =>
  describePlayers({ online, seenAt: ten, lastPlayedAt: today(21, 4), idleStopAt }, now);

describe('the players of a server', () => {
  it('are counted', () => {
    expect([seen(1), seen(12)]).toEqual(['1 player', '12 players']);
  });

  it('are unknown, and the server out of order, when it has sent no word', () => {
    expect(describeSilence({ seenAt: ten }, today(21, 30))).toBe(
      'The server last reported at 21:10. Restart it if players cannot join. Unless it answers, it is stopped within half an hour.',
    );
  });

  it('show since when the server is empty, and when it stops', () => {
    expect(seen(0)).toBe('Empty since 21:04 · stops at 21:34 unless someone joins');
    expect(seen(0, ten)).toBe('Empty since 21:04 · about to stop');
    expect(seen(0, ten, today(21, 14))).toBe('Empty since 21:04 · about to stop');
  });

  it('do not announce a stop after an old count', () => {
    expect(seen(0, ten, today(21, 15))).toBe('Empty since 21:04');
    expect(seen(null, ten, today(23, 0))).toBe('The game is not responding');
  });

  it('are unknown when the game is not responding, which stops the server as well', () => {
    expect(seen(null)).toBe('The game is not responding · stops at 21:34 unless someone joins');
  });
});
