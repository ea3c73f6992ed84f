import { type GameId, gameIds, gameTitles } from 'shared-types/rules/stack/game';
import { maxFilesOfWorld, maxUnpackedBytes } from 'shared-types/rules/stack/world';
import { AppError } from '../../../platform/app-error.ts';
import type { WorldFile } from '../../ports.ts';
import { readDirectory, type ZipEntry } from './zip-directory.ts';

const invalid = (message: string) => new AppError('invalid', message);

const startsAsZip = (start: Uint8Array) => Buffer.from(start.subarray(0, 4)).toString('latin1') === 'PK\x03\x04';

/** Follows the rules of `is_safe` in infra/src/game-server/scripts/world.sh. */
const leavesItsFolder = ({ name }: ZipEntry) =>
  name.startsWith('/') || name.includes('\\') || name.split('/').includes('..');

/** A file by which the worlds of a game are known, and what to say of a world without it: see game.sh of each game. */
const marks: Record<GameId, { mark: RegExp; problem: string }> = {
  /** A LevelDB. */
  bedrock: {
    mark: /^db\/CURRENT$/,
    problem: 'it has no db/CURRENT. Export the world again and upload that.',
  },
  /** Regions, since 26.1 below dimensions. */
  java: {
    mark: /^(dimensions\/minecraft\/overworld\/)?region\/[^/]+\.mca$/,
    problem: 'it has no files in a folder named region. Choose the folder of a world, packed as a .zip file.',
  },
};

/** Returns the reason for which this game cannot load the worlds of a file, or undefined if it can load one. */
function problemForGame(game: GameId, names: string[], folders: string[]): string | undefined {
  const isOf = (each: GameId) =>
    folders.some((folder) =>
      names.some((name) => name.startsWith(folder) && marks[each].mark.test(name.slice(folder.length))),
    );
  const other = gameIds.find((each) => each !== game && isOf(each));
  if (other !== undefined)
    return `This is a world of ${gameTitles[other]}, and this server runs ${gameTitles[game]}. Convert it first.`;
  return isOf(game) ? undefined : `This is not a world of ${gameTitles[game]}: ${marks[game].problem}`;
}

/**
 * Refuses a file that is no world of this game, as far as the list of its files tells. The server checks all that is unpacked once more, so a
 * file whose list is too long to be read here is left to it.
 */
export function checkWorldFile(game: GameId, { start, end, bytes }: Pick<WorldFile, 'start' | 'end' | 'bytes'>) {
  const directory = startsAsZip(start) ? readDirectory(end, bytes) : 'damaged';
  if (directory === 'damaged')
    throw invalid(
      'This file is not a .mcworld or .zip file, or it is incomplete. Export the world again and upload that.',
    );
  if (directory === 'elsewhere') return;
  const names = directory.map(({ name }) => name);
  const folders = names
    .flatMap((name) => /^([^/]+\/)?level\.dat$/.exec(name)?.slice(1) ?? [])
    .map((each) => each ?? '');
  if (folders.length === 0)
    throw invalid('This file has no level.dat, so it is not a world. Choose the file that the game exported.');
  const problem = problemForGame(game, names, folders);
  if (problem !== undefined) throw invalid(problem);
  if (directory.some(({ isEncrypted }) => isEncrypted)) throw invalid('This file has a password. Save it without one.');
  if (directory.some(leavesItsFolder) || directory.some(({ isLink }) => isLink))
    throw invalid(
      'This file has paths or links that lead out of the world’s folder. Export the world again and upload that.',
    );
  if (directory.length > maxFilesOfWorld) throw invalid(`This world has more than ${maxFilesOfWorld} files.`);
  if (directory.reduce((sum, entry) => sum + entry.bytes, 0) > maxUnpackedBytes)
    throw invalid('This world has more than 4 GB when it is unpacked.');
}
