import { describe, expect, it } from '@jest/globals';
import { communitiesToRead } from 'web/features/ljmonitor/hand-in/hand-in.tsx';
import { resblock } from '../fixtures.ts';

describe('communitiesToRead', () => {
  const [one, other] = ['1', '2'].map((resblockId) => ({ resblockId, name: '', pages: [] }));
  const blocked = [resblock({ resblockId: '1' }), resblock({ resblockId: '2', state: 'BLOCKED' })];

  it('are the chosen one, or those that are not completely read, or all', () => {
    if (!one || !other) throw new Error('two communities');
    expect(communitiesToRead([one, other], blocked, '1')).toEqual([one]);
    expect(communitiesToRead([one, other], blocked, undefined)).toEqual([other]);
    expect(
      communitiesToRead([one, other], [resblock({ resblockId: '1' }), resblock({ resblockId: '2' })], undefined),
    ).toEqual([one, other]);
  });
});
