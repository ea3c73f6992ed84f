import { startReplaySite } from './replay-site.ts';

/** `node local/src/fakes/recorded-site/replay.ts <folder> [port]`, then LISTING_ORIGIN at the address that it prints. */
const [folder, port = '0'] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Which folder? It holds recorded pages by their paths, such as ershoufang/c1111027378022.html');
  process.exitCode = 1;
} else {
  const { origin } = await startReplaySite({ folder, port: Number(port) });
  console.log(`Recorded pages of ${folder} at ${origin}`);
}
