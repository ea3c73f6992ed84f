/**
 * The size of the image's data folder in GB. People report worlds of 80 and 300 MB (itzg/docker-minecraft-bedrock-server, issue
 * 86) and a server program of 66 to 350 MB (issue 150); both are rounded up, the program for the packs beside it. None of it
 * was measured here, because the game runs on AWS only.
 */
const gigabytes = { worlds: 0.5, server: 0.5 };

/**
 * Returns the size of a saved world, by the folders that the boot script mounts from the file system. Throws when it
 * mounts none.
 */
export function worldSize(bootScript: string): number {
  const mounted = [...bootScript.matchAll(/--volume \/world[^\s:]*:(\/data\S*)/g)].map(([, folder = '']) => folder);
  if (mounted.includes('/data')) return gigabytes.worlds + gigabytes.server;
  if (mounted.includes('/data/worlds')) return gigabytes.worlds;
  throw new Error('bench/world-size.ts does not find the world among the volumes of boot.sh');
}
