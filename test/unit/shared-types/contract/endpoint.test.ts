import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { endpoint } from 'shared-types/contract/endpoint';
import { ljmonitorApi } from 'shared-types/contract/ljmonitor';

describe('endpoint', () => {
  it('takes its path parameters from the key', () => {
    const call = endpoint('GET /api/a/{b}/c/{d}', { response: z.string() });
    expect(call.params.parse({ b: '1', d: '2' })).toEqual({ b: '1', d: '2' });
    expect(call.params.safeParse({ b: '1' }).success).toBe(false);
  });

  it('answers signed-in people only, unless it says that it is public', () => {
    expect(endpoint('GET /api/a', { response: z.string() }).access).toBe('signedIn');
    expect(endpoint('GET /api/a', { access: 'owner', response: z.string() }).access).toBe('owner');
    expect(endpoint('GET /api/a', { access: 'public', response: z.string() }).access).toBe('public');
  });

  it('takes no query and no body unless it names them', () => {
    const call = endpoint('POST /api/a', { response: z.string() });
    expect(call.query.safeParse({ x: '1' }).success).toBe(false);
    expect(call.body.safeParse({}).success).toBe(true);
  });
});

describe('a listing id', () => {
  const { params } = ljmonitorApi.addResblock;
  it.each(['123456', '1111027378022', '1'.repeat(24)])('may be %s', (resblockId) => {
    expect(params.safeParse({ resblockId }).success).toBe(true);
  });
  it.each(['', '12345', '1'.repeat(25), '../etc', '１２３４５６', '123456\n', '12 3456'])(
    'may not be %j',
    (resblockId) => {
      expect(params.safeParse({ resblockId }).success).toBe(false);
    },
  );
});

describe('the cursor of the house list', () => {
  it('has both parts or neither', () => {
    const { query } = ljmonitorApi.listHouses;
    expect(query.safeParse({}).success).toBe(true);
    expect(query.parse({ fromUpdateTime: '17', fromHouseId: '123456' })).toEqual({
      fromUpdateTime: 17,
      fromHouseId: '123456',
    });
    expect(query.safeParse({ fromUpdateTime: '17' }).success).toBe(false);
    expect(query.safeParse({ fromUpdateTime: 'x', fromHouseId: '123456' }).success).toBe(false);
  });
});
