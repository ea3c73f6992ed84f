/** `npm start`: the whole site on this machine. */
import { enableCompileCache } from 'node:module';
import { join, relative } from 'node:path';
import type { LocalSite } from './boot.ts';
import type { Settings } from './settings.ts';
import { StartError } from './startup/start-error.ts';

async function main() {
  // Most of the time of a start would go into compiling the same packages again.
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
  // Lambda runs functions in UTC, and a thread cannot have its own time zone.
  process.env['TZ'] = 'UTC';

  await (process.argv.includes('--dev') ? import('./build/dev.ts') : start());
}

async function start() {
  const { owner, readSettings } = await import('./settings.ts');
  const settings = readSettings(process.env, process.argv.slice(2));
  const { startLocalSite } = await import('./boot.ts');
  const { checkFunctions } = await import('./startup/check-functions.ts');
  const site = await startLocalSite(settings, { log: console.log });
  await checkFunctions(site, join(relative(process.cwd(), settings.dataDir), 'logs'));

  let firstSignalMs: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const nowMs = performance.now();
      if (firstSignalMs === undefined) void stop(site);
      // A second Ctrl-C ends the site at once. npm repeats each signal, so a signal right after another does not count.
      else if (nowMs - firstSignalMs > 1000) process.exit(130);
      firstSignalMs ??= nowMs;
    });
  }
  console.log(banner(site, settings, { owner, invitation: await site.invite() }));
  console.log(`ready ${site.origin}`);
}

async function stop(site: LocalSite) {
  if (process.env['LIST_UNUSED_GRANTS']) for (const grant of site.unusedGrants()) console.log(`Unused grant: ${grant}`);
  await site.close();
  // Everything is closed and written. Without this a browser's open connection would keep the process alive.
  process.exit(0);
}

function banner(
  { origin, cloud }: LocalSite,
  settings: Settings,
  { owner, invitation }: { owner: string; invitation: string },
): string {
  const { listingOrigin = '', model, dataDir } = settings;
  const demo = `${cloud.listing?.origins.join(' and ')}    two demo cities that change as you watch (LISTING_ORIGIN=… for another site)`;
  const lines = [
    ['Site', origin],
    ['Sign in', `${origin}/_local    one click, as ${owner} or under any name`],
    ['Invitation code', `${invitation}    (make another one at ${origin}/_local)`],
    ['Email', `${origin}/_local    confirmation codes appear there and in this terminal`],
    ['Listing site', cloud.listing ? demo : listingOrigin],
    ['Model', model?.baseUrl ?? 'a built-in fake    (OPENAI_API_KEY=… for a real one)'],
    ['Google', cloud.google ? 'a built-in fake    (GOOGLE_CLIENT_ID=… for the real one)' : 'the real one'],
    ['Data', `${relative(process.cwd(), dataDir) || '.'}/    (npm start -- --fresh to delete it)`],
  ];
  return ['', ...lines.map(([name = '', value]) => `  ${name.padEnd(16)}${value}`), ''].join('\n');
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  // A failed start may have left a server open.
  process.exit(1);
});
