/** The checks of `unpack` in infra/src/game-server/scripts/world.sh and of each game's game.sh, in their own words. */
import { inflateRawSync } from 'node:zlib';
import type { GameId } from 'shared-types/rules/stack/game';

const maxBytes = 4 * 1024 ** 3;
const maxFiles = 50_000;
const damaged = 'The backup is damaged.';
const noWorld = 'The chosen backup is damaged: its level.dat or its manifest is missing.';
const noJavaWorld = 'The chosen backup is damaged: its level.dat is missing or cut off.';
const otherGame: Record<GameId, string> = {
  bedrock: 'The chosen backup is a world of Minecraft Java. This server runs Minecraft Bedrock.',
  java: 'The chosen backup is a world of Minecraft Bedrock. This server runs Minecraft Java.',
};

/** Tells why a server of this game refuses an archive; undefined when it takes it. */
export function worldProblem(game: GameId, archive: Buffer | undefined): string | undefined {
  if (!archive) return 'The chosen backup could not be downloaded.';
  const files = readZip(archive);
  if (!files) return damaged;
  const names = [...files.keys()];
  if (!names.some((name) => /(^|\/)level\.dat$/.test(name)))
    return 'The backup has no level.dat, so it is not a world.';
  if (names.some((name) => /^\/|(^|\/)\.\.(\/|$)|\\/.test(name))) return 'The backup has a file outside its folder.';
  if (names.length > maxFiles) return 'The backup has too many files.';
  const all = [...files.values()];
  if (all.some(({ isLink }) => isLink)) return 'The backup has a link.';
  if (all.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes) return 'The backup is too large.';
  const inFolder = names.find((name) => /^[^/]+\/level\.dat$/.test(name)) ?? '';
  const folder = files.has('level.dat') ? '' : inFolder.slice(0, -'level.dat'.length);
  const isOfJava = names.some((name) => /^(region|dimensions)\//.test(name.slice(folder.length)));
  if (game === 'java') {
    if (files.has(`${folder}db/CURRENT`)) return otherGame.java;
    return (files.get(`${folder}level.dat`)?.bytes ?? 0) > 0 ? undefined : noJavaWorld;
  }
  if (isOfJava) return otherGame.bedrock;
  const manifest = files.get(`${folder}db/CURRENT`)?.content().replaceAll(/[\s/]/g, '') ?? '';
  const isWorld = [`${folder}level.dat`, `${folder}db/${manifest}`].every((name) => (files.get(name)?.bytes ?? 0) > 0);
  return manifest !== '' && isWorld ? undefined : noWorld;
}

interface ZippedFile {
  bytes: number;
  isLink: boolean;
  content: () => string;
}

/**
 * Reads the files of an archive by its list: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, sections
 * 4.3.12 and 4.3.16.
 */
function readZip(archive: Buffer): Map<string, ZippedFile> | undefined {
  const files = new Map<string, ZippedFile>();
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 > archive.length) return undefined;
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > end || archive.toString('latin1', at, at + 4) !== 'PK\x01\x02') return undefined;
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const [method, packedBytes, begin] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 42),
    ];
    files.set(archive.toString('utf8', at + 46, nameEnd), {
      bytes: archive.readUInt32LE(at + 24),
      isLink: (archive.readUInt16LE(at + 40) & 0o170_000) === 0o120_000,
      content() {
        const from = begin + 30 + archive.readUInt16LE(begin + 26) + archive.readUInt16LE(begin + 28);
        const packed = archive.subarray(from, from + packedBytes);
        return (method === 8 ? inflateRawSync(packed) : packed).toString('utf8');
      },
    });
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
