import { describe, expect, it } from '@jest/globals';
import { worldProblem } from 'local/fakes/game-server/world-problem';
import { zipOf } from 'local/fakes/game-server/zip';
import { javaWorldTexts, worldFileTexts } from '../../../support/world-files.ts';

const inFolder = (folder: string) =>
  Object.fromEntries(Object.entries(worldFileTexts).map(([name, text]) => [`${folder}/${name}`, text]));
const { 'db/CURRENT': _current, ...withoutCurrent } = worldFileTexts;
const missing = 'The chosen backup is damaged: its level.dat or its manifest is missing.';

describe('the local game server', () => {
  it.each([
    ['a world', worldFileTexts, undefined],
    ['a world in a folder', inFolder('Our castle'), undefined],
    ['a world two folders deep', inFolder('a/b'), missing],
    ['a world without its database', withoutCurrent, missing],
    ['an empty world', { ...worldFileTexts, 'level.dat': '' }, missing],
    ['other files', { 'notes.txt': 'text' }, 'The backup has no level.dat, so it is not a world.'],
    ['a path out of its folder', { ...worldFileTexts, '../x': 'x' }, 'The backup has a file outside its folder.'],
    ['a link', { ...worldFileTexts, x: { text: '/etc', claims: { mode: 0o120_777 } } }, 'The backup has a link.'],
    [
      'too much when it is unpacked',
      { ...worldFileTexts, a: { text: '', claims: { bytes: 0xff_ff_ff_fe } }, b: 'x' },
      'The backup is too large.',
    ],
  ])('treats %s as the boot script does', (_name, files, problem) => {
    expect(worldProblem('bedrock', zipOf(files))).toBe(problem);
  });

  it('refuses an archive that is gone or cut off', () => {
    const whole = zipOf(worldFileTexts);
    expect(worldProblem('bedrock', undefined)).toBe('The chosen backup could not be downloaded.');
    expect(worldProblem('bedrock', whole.subarray(0, -30))).toBe('The backup is damaged.');
    expect(worldProblem('bedrock', whole.subarray(10))).toBe('The backup is damaged.');
  });

  it('refuses a world of the other game, and takes one of its own', () => {
    const [bedrock, java] = [zipOf(worldFileTexts), zipOf(javaWorldTexts)];
    expect(worldProblem('java', java)).toBeUndefined();
    expect(worldProblem('java', bedrock)).toContain('is a world of Minecraft Bedrock.');
    expect(worldProblem('bedrock', java)).toContain('is a world of Minecraft Java.');
    expect(worldProblem('java', zipOf({ 'level.dat': '' }))).toContain('level.dat is missing or cut off');
  });
});
