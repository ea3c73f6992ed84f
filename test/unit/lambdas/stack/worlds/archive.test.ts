import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  type Archive,
  archiveOf,
  archivesToDelete,
  asStackWorld,
  type World,
  worldParameters,
} from 'lambdas/stack/worlds/archive';

const day = 86_400_000;
/** This day is a Sunday, the last day of a week. */
const now = new Date('2026-11-22T20:00:00Z');
const archive = (archiveId: string, daysAgo: number): Archive => ({
  archiveId,
  atMs: now.getTime() - daysAgo * day,
  bytes: 1,
  reason: 'stop',
  version: '1.26.52.3',
  levelName: 'Bedrock level',
});
const idsOf = (archives: Archive[]) => archives.map(({ archiveId }) => archiveId);
const world = (change: Partial<World>): World => ({ archives: [], choice: undefined, failure: undefined, ...change });
const choice = { requestId: 'R1', source: 'A1', by: 'Ann', atMs: 5, settings: null, before: null, isApplied: false };

describe('the archives that are kept', () => {
  it('are the last 5, however close they are', () => {
    const all = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06].map((daysAgo, index) => archive(String(index), daysAgo));
    expect(idsOf(archivesToDelete(all, undefined, now))).toEqual(['5']);
  });

  it('are one a day for 7 days and one a week for 7 weeks', () => {
    const all = Array.from({ length: 120 }, (_, index) => archive(String(index / 2), index / 2));
    const deleted = new Set(archivesToDelete(all, undefined, now));
    const kept = all.filter((each) => !deleted.has(each)).map(({ archiveId }) => Number(archiveId));
    // Kept are Sunday the 22nd to Monday the 16th, and the last ones before that Monday and the five before it.
    expect(kept).toEqual([0, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 14, 21, 28, 35, 42]);
  });

  it('include the one that the next start needs', () => {
    const all = Array.from({ length: 30 }, (_, index) => archive(String(index), index));
    expect(idsOf(archivesToDelete(all, '29', now))).not.toContain('29');
    expect(idsOf(archivesToDelete(all, undefined, now))).toContain('29');
  });

  it('are not replaced by worlds from elsewhere, of which the last 5 are kept', () => {
    const own = [1, 2, 3, 4, 5].map((daysAgo) => archive(`own-${daysAgo}`, daysAgo));
    const foreign = Array.from({ length: 8 }, (_, index): Archive => ({
      ...archive(`up-${index}`, index / 10),
      reason: index % 2 === 0 ? 'upload' : 'copy',
    }));
    expect(idsOf(archivesToDelete([...foreign, ...own], 'up-7', now))).toEqual(['up-5', 'up-6']);
  });

  it('never lose one of the kept days as time goes on', () => {
    const hours = fc.array(fc.integer({ min: 0, max: 24 * 40 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(hours, (made) => {
        let kept: Archive[] = [];
        const times = made.toSorted((one, other) => one - other).map((hour) => now.getTime() + hour * (day / 24));
        for (const [index, atMs] of times.entries()) {
          kept = [{ ...archive(String(index), 0), atMs }, ...kept];
          const deleted = new Set(archivesToDelete(kept, undefined, new Date(atMs)));
          kept = kept.filter((each) => !deleted.has(each));
          // The newest one of each of the last 7 days is still there.
          const today = Math.floor(atMs / day);
          const made7 = new Set(
            times
              .slice(0, index + 1)
              .map((ms) => Math.floor(ms / day))
              .filter((each) => each > today - 7),
          );
          expect(new Set(kept.map((each) => Math.floor(each.atMs / day)).filter((each) => each > today - 7))).toEqual(
            made7,
          );
          expect(kept.length).toBeLessThanOrEqual(5 + 6 + 6);
        }
      }),
      { numRuns: 50 },
    );
  });
});

const event = {
  stackName: 'game',
  stackId: 'arn',
  archiveId: 'A',
  reason: 'stop' as const,
  bytes: 1,
  levelName: '',
  version: '',
  requestId: '',
};

describe('the archives of a server that falls into wrong hands', () => {
  it('are there for 30 days, whatever times the server gives to new ones', () => {
    const hours = fc.array(
      fc.record({ atHour: fc.integer({ min: 0, max: 30 * 24 }), hoursAgo: fc.nat({ max: 60 * 24 }) }),
      {
        maxLength: 300,
      },
    );
    fc.assert(
      fc.property(fc.nat({ max: 6 }), hours, (weekday, sent) => {
        const takenMs = now.getTime() + weekday * day;
        let kept = Array.from({ length: 60 }, (_, daysAgo): Archive => ({
          ...archive(`own-${daysAgo}`, 0),
          atMs: takenMs - daysAgo * day,
        }));
        for (const { atHour, hoursAgo } of sent.toSorted((one, other) => one.atHour - other.atHour)) {
          const at = new Date(takenMs + atHour * (day / 24));
          const made = archiveOf({ ...event, atSeconds: at.getTime() / 1000 - hoursAgo * 3600 }, at);
          kept = [made, ...kept].toSorted((one, other) => other.atMs - one.atMs);
          const deleted = new Set(archivesToDelete(kept, undefined, at));
          kept = kept.filter((each) => !deleted.has(each));
        }
        const own = kept.filter(({ archiveId }) => archiveId.startsWith('own-'));
        expect(own.some(({ atMs }) => atMs > takenMs - 8 * day)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('an archive', () => {
  it('is not later than now, and not older than its event, whatever the clock of the server says', () => {
    expect(archiveOf({ ...event, atSeconds: 4e9 }, now).atMs).toBe(now.getTime());
    expect(archiveOf({ ...event, atSeconds: now.getTime() / 1000 - 60 }, now).atMs).toBe(now.getTime() - 60_000);
    expect(archiveOf({ ...event, atSeconds: 5 }, now).atMs).toBe(now.getTime() - 360_000);
  });
});

describe('the parameters of the next server', () => {
  it('keep the present world, and allow an empty one only before the first', () => {
    expect(worldParameters(world({}), false)).toEqual({ WorldRequest: '', WorldSource: '', WorldKnown: 'false' });
    expect(worldParameters(world({}), true)).toMatchObject({ WorldKnown: 'true' });
    expect(worldParameters(world({ archives: [archive('A', 0)] }), false)).toMatchObject({ WorldKnown: 'true' });
  });

  it('name the chosen archive, or the settings of a new world', () => {
    expect(worldParameters(world({ choice }), true)).toEqual({
      WorldRequest: 'R1',
      WorldSource: 'A1',
      WorldKnown: 'true',
    });
    const settings = { name: 'Isle', seed: '42', gameMode: 'creative', difficulty: 'hard' } as const;
    expect(worldParameters(world({ choice: { ...choice, source: 'new', settings } }), true)).toMatchObject({
      WorldSource: 'new',
      ServerName: 'Isle',
      LevelSeed: '42',
      GameMode: 'creative',
      Difficulty: 'hard',
    });
  });
});

describe('a world from elsewhere', () => {
  const uploaded: Archive = { ...archive('U1', 0), reason: 'upload', origin: 'castle.mcworld' };

  it('does not hide that the stack’s own newest world has no archive', () => {
    const failure = { archiveId: 'A9', atMs: now.getTime() - day, reason: 'The disk is full.', isLost: true };
    expect(asStackWorld(world({ archives: [uploaded], failure })).problem).toMatchObject({ isLost: true });
  });

  it('is no reason to refuse an empty world after the choice was withdrawn', () => {
    expect(worldParameters(world({ archives: [uploaded] }), false)).toMatchObject({ WorldKnown: 'false' });
  });

  it('has its origin on the wire', () => {
    expect(asStackWorld(world({ archives: [uploaded] })).archives).toMatchObject([{ origin: 'castle.mcworld' }]);
  });
});

describe('the world of a stack on the wire', () => {
  it('names the choice until a server has applied it', () => {
    expect(asStackWorld(world({ choice })).next).toEqual({ archiveId: 'A1', time: 5, by: 'Ann' });
    expect(asStackWorld(world({ choice: { ...choice, source: 'new' } })).next?.archiveId).toBeNull();
    expect(asStackWorld(world({ choice: { ...choice, isApplied: true } })).next).toBeNull();
  });

  it('has a problem until an archive comes after it', () => {
    const failure = { archiveId: 'A', atMs: now.getTime(), reason: 'The disk is full.', isLost: true };
    expect(asStackWorld(world({ failure, archives: [archive('B', 1)] })).problem).toEqual({
      time: now.getTime(),
      reason: 'The disk is full.',
      isLost: true,
    });
    expect(asStackWorld(world({ failure, archives: [archive('B', -1)] })).problem).toBeNull();
  });
});
