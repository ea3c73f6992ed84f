/** `npm start`: the whole site on this machine. */
import { enableCompileCache } from 'node:module';
import { join, relative } from 'node:path';
import { StartError } from './cloud.ts';
import type { LocalApp } from './boot.ts';
import type { Settings } from './settings.ts';

async function main() {
  // Most of a start is compiling the same packages as the last time.
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
  // Functions run in UTC on Lambda, and a thread cannot have a time zone of its own.
  process.env['TZ'] = 'UTC';

  await (process.argv.includes('--dev') ? import('./build/dev.ts') : start());
}

async function start() {
  const { readSettings } = await import('./settings.ts');
  const settings = readSettings(process.env, process.argv.slice(2));
  const { startLocalApp } = await import('./boot.ts');
  const app = await startLocalApp(settings, console.log);

  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Pressed again: at once, with the number that a shell gives to ctrl-c.
      if (stopping) process.exit(130);
      stopping = true;
      void stop(app);
    });
  }
  console.log(banner(app, settings, await app.invite()));
  console.log(`ready ${app.origin}`);
}

async function stop(app: LocalApp) {
  if (process.env['LIST_UNUSED_GRANTS']) for (const grant of app.unusedGrants()) console.log(`Unused grant: ${grant}`);
  await app.close();
  // Everything is closed and written: a browser that keeps its connection does not keep the site.
  process.exit(0);
}

function banner(
  { origin, cloud }: LocalApp,
  { listingOrigin = '', model, dataDir }: Settings,
  invitation: string,
): string {
  const demo = `${cloud.listing?.origin}    built-in demo city, changes as you watch (LISTING_ORIGIN=… for another)`;
  const lines = [
    ['Site', origin],
    ['Invitation code', `${invitation}    (a fresh one at ${origin}/_local)`],
    ['Mail', `${origin}/_local    confirmation codes arrive here and in this terminal`],
    ['Listing site', cloud.listing ? demo : listingOrigin],
    ['Model', model?.baseUrl ?? 'built-in stand-in that says it is one    (OPENAI_API_KEY=… for the real one)'],
    [
      'Google',
      cloud.google
        ? 'built-in page where one chooses who to be    (GOOGLE_CLIENT_ID=… for the real one)'
        : 'the real one',
    ],
    ['Data', `${relative(process.cwd(), dataDir) || '.'}/    (npm start -- --fresh to forget it)`],
  ];
  return ['', ...lines.map(([name = '', value]) => `  ${name.padEnd(16)}${value}`), ''].join('\n');
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  // Half a start may have left a server open.
  process.exit(1);
});
