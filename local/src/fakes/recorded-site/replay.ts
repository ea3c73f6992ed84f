import { startReplaySite } from './replay-site.ts';

/** `npm run replay -- <folder> [port]`. The site then starts with LISTING_ORIGIN at the printed address. */
const [folder, port = '0'] = process.argv.slice(2);
if (folder === undefined) {
  console.error(
    'Usage: npm run replay -- <folder> [port]. The folder has recorded pages by path, such as ershoufang/c1111027378022.html',
  );
  process.exitCode = 1;
} else {
  const { origin } = await startReplaySite({ folder, port: Number(port) });
  console.log(`Recorded pages of ${folder} at ${origin}`);
}
