import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { AppError } from 'lambdas/platform/app-error';
import { checkWorldFile } from 'lambdas/stack/worlds/transfer/world-file';
import { zipOf } from 'local/fakes/game-server/zip';
import type { GameId } from 'shared-types/rules/stack/game';
import { javaWorldTexts, worldFileTexts } from '../../../../../support/world-files.ts';

const check = (file: Buffer, end = file, game: GameId = 'bedrock') =>
  checkWorldFile(game, { bytes: file.length, start: file.subarray(0, 4), end });
const bomb = { text: '', claims: { bytes: 2 ** 32 - 2 } };

describe('the file of a world', () => {
  it('is taken with its files at the top or in one folder, and with a comment', () => {
    const inFolder = Object.entries(worldFileTexts).map(([name, text]) => [`世界/${name}`, text] as const);
    for (const file of [
      zipOf(worldFileTexts),
      zipOf(worldFileTexts, 'exported by the game'),
      zipOf(Object.fromEntries(inFolder)),
    ])
      expect(() => check(file)).not.toThrow();
  });

  it('is taken with its add-ons', () => {
    const bedrock = { 'behavior_packs/灯/manifest.json': '{}', 'world_behavior_packs.json': '[]' };
    expect(() => check(zipOf({ ...worldFileTexts, ...bedrock }))).not.toThrow();
    const java = zipOf({ ...javaWorldTexts, 'datapacks/lamp/pack.mcmeta': '{}', 'datapacks/tree.zip': 'zip' });
    expect(() => check(java, java, 'java')).not.toThrow();
  });

  it.each([
    ['is no zip file', Buffer.from('hello, I am no zip file at all'), 'not a .mcworld or .zip file'],
    ['is cut', zipOf(worldFileTexts).subarray(0, -9), 'it is incomplete'],
    ['has more after its end', Buffer.concat([zipOf(worldFileTexts), Buffer.from('x')]), 'it is incomplete'],
    ['has no level.dat', zipOf({ 'readme.txt': 'hello' }), 'no level.dat'],
    ['has its level.dat too deep', zipOf({ 'a/b/level.dat': 'x', 'a/b/db/CURRENT': 'x' }), 'no level.dat'],
    [
      'is a world of Java Edition',
      zipOf({ 'level.dat': 'x', 'region/r.0.0.mca': 'x' }),
      'This is a world of Minecraft Java, and this server runs Minecraft Bedrock.',
    ],
    ['writes outside its folder', zipOf({ ...worldFileTexts, '../evil': 'x' }), 'lead out of'],
    ['has an absolute path', zipOf({ ...worldFileTexts, '/etc/passwd': 'x' }), 'lead out of'],
    ['has a path of Windows', zipOf({ ...worldFileTexts, '..\\evil': 'x' }), 'lead out of'],
    ['has a link', zipOf({ ...worldFileTexts, l: { text: '/etc', claims: { mode: 0o120_777 } } }), 'lead out of'],
    ['has a password', zipOf({ ...worldFileTexts, x: { text: 'x', claims: { flags: 1 } } }), 'has a password'],
    ['is a bomb', zipOf({ ...worldFileTexts, 'db/1.ldb': bomb, 'db/2.ldb': bomb }), 'more than 4 GB'],
    ['has too many files', zipOf(manyFiles()), 'more than 50000 files'],
  ])('is refused when it %s', (_, file, reason) => {
    expect(() => check(file)).toThrow(reason);
  });

  it.each([
    ['until 26.1', { 'level.dat': 'x', 'region/r.0.0.mca': 'x' }],
    ['since 26.1', javaWorldTexts],
    ['in one folder', { 'My world/level.dat': 'x', 'My world/region/r.0.0.mca': 'x' }],
  ])('is taken for Java Edition with its regions, %s', (_, files) => {
    expect(() => check(zipOf(files), undefined, 'java')).not.toThrow();
  });

  it.each([
    [
      'is a world of Bedrock Edition',
      worldFileTexts,
      'This is a world of Minecraft Bedrock, and this server runs Minecraft Java.',
    ],
    ['has no region', { 'level.dat': 'x', 'region.txt': 'x' }, 'no files in a folder named region'],
    ['has regions elsewhere', { 'a/level.dat': 'x', 'b/region/r.0.0.mca': 'x' }, 'no files in a folder named region'],
    ['has no level.dat', { 'region/r.0.0.mca': 'x' }, 'no level.dat'],
    ['writes outside its folder', { ...javaWorldTexts, '../evil': 'x' }, 'lead out of'],
  ])('is refused for Java Edition when it %s', (_, files, reason) => {
    expect(() => check(zipOf(files), undefined, 'java')).toThrow(reason);
  });

  it('is refused for Bedrock Edition when it is a world of Java Edition since 26.1', () => {
    expect(() => check(zipOf(javaWorldTexts))).toThrow(
      'This is a world of Minecraft Java, and this server runs Minecraft Bedrock.',
    );
  });

  it('is left to the server when its list begins before the part that was read', () => {
    const file = zipOf(worldFileTexts);
    expect(() => check(file, file.subarray(-60))).not.toThrow();
  });

  it('is taken or refused with a reason, whatever bytes it has', () => {
    const whole = zipOf(worldFileTexts);
    const change = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), fc.nat(whole.length), (changes, length) => {
        const file = Buffer.from(whole);
        for (const { at, byte } of changes) file[at] = byte;
        expect(failureOf(() => check(file, file.subarray(file.length - length)))).toBeUndefined();
      }),
    );
  });
});

function manyFiles() {
  return {
    ...worldFileTexts,
    ...Object.fromEntries(Array.from({ length: 50_001 }, (_, index) => [`db/${index}`, ''])),
  };
}

/** Returns what is thrown, unless it is a refusal with a reason. */
function failureOf(act: () => void): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof AppError ? undefined : error;
  }
}
