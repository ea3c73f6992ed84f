import { statSync } from 'node:fs';
import { startReplaySite } from './replay-site.ts';

/** `npm run replay -- <folder> [port]`. The site then starts with LISTING_ORIGIN at the printed address. */
const [folder, port = '0'] = process.argv.slice(2);
const maxPort = 65_535;

if (folder === undefined || !/^\d+$/.test(port) || Number(port) > maxPort)
  fail(
    'Usage: npm run replay -- <folder> [port]. The folder has recorded pages by path, such as ershoufang/c1111027378022.html',
  );
else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) fail(`There is no folder ${folder}.`);
else
  await startReplaySite({ folder, port: Number(port) }).then(
    ({ origin }) => console.log(`Recorded pages of ${folder} at ${origin}`),
    (error: unknown) => fail(`Port ${port} cannot be opened (${String(error)}). Choose another one, or none.`),
  );

function fail(why: string) {
  console.error(why);
  process.exitCode = 1;
}
