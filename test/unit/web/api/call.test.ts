import { describe, expect, it } from '@jest/globals';
import { requestOf } from 'web/api/call';

describe('requestOf', () => {
  it('encodes path parameters', () => {
    expect(requestOf('GET /api/a/{id}/b/{name}', { params: { id: 'x/y?z', name: '六铺炕' } })).toEqual({
      method: 'GET',
      address: '/api/a/x%2Fy%3Fz/b/%E5%85%AD%E9%93%BA%E7%82%95',
    });
  });

  it('writes numbers into the query and omits undefined values', () => {
    expect(requestOf('GET /api/a', { query: { from: 17, id: 'a&b', none: undefined } }).address).toBe(
      '/api/a?from=17&id=a%26b',
    );
    expect(requestOf('POST /api/a', { query: { none: undefined } })).toEqual({ method: 'POST', address: '/api/a' });
  });
});
