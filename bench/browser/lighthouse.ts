import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { browserLaunch, unpackBrowser } from '../../test/support/browser/browser.ts';
import { startSite } from '../../test/support/site/site.ts';
import { median, row, type Row } from '../row.ts';
import { startFloorApp } from './floor-app.ts';

/** Scores from 0 to 100, and the cumulative layout shift. */
interface Scores {
  performance: number;
  accessibility: number;
  bestPractices: number;
  layoutShift: number;
}

interface Visit {
  route: string;
  isSignedIn: boolean;
  scores: Scores;
}

interface Lighthouse {
  visits: Visit[];
  floor: Scores;
}

const folder = fileURLToPath(new URL('lighthouse', import.meta.url));

const Category = z.object({ score: z.number() });
const Report = z.object({
  categories: z.object({ performance: Category, accessibility: Category, 'best-practices': Category }),
  audits: z.object({ 'cumulative-layout-shift': z.object({ numericValue: z.number() }) }),
});

/** Opens each screen on Lighthouse's telephone, signed in, and the sign-in page as a visitor: medians. */
export async function measureLighthouse(routes: string[], repeats: number): Promise<Lighthouse> {
  // Lighthouse has packages of its own, so that `npm ci` of the project stays small.
  execFileSync('npm', ['ci', '--loglevel=error'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  unpackBrowser();
  const [site, floorApp] = await Promise.all([startSite(), startFloorApp('Ann')]);
  try {
    const cookie = await site.signIn('Ann');
    const floor = await medianScores(floorApp.origin, repeats);
    const visits: Visit[] = [];
    for (const route of routes) {
      const scores = await medianScores(site.origin + route, repeats, cookie);
      visits.push({ route, isSignedIn: true, scores });
    }
    visits.push({ route: '/auth', isSignedIn: false, scores: await medianScores(`${site.origin}/auth`, repeats) });
    return { visits, floor };
  } finally {
    floorApp.close();
    await site.stop();
  }
}

async function medianScores(url: string, repeats: number, cookie?: string): Promise<Scores> {
  const all: Scores[] = [];
  for (let round = 0; round < repeats; round += 1) all.push(await scoresOf(url, cookie));
  return {
    performance: median(all.map(({ performance }) => performance)),
    accessibility: median(all.map(({ accessibility }) => accessibility)),
    bestPractices: median(all.map(({ bestPractices }) => bestPractices)),
    layoutShift: median(all.map(({ layoutShift }) => layoutShift)),
  };
}

const percent = ({ score }: { score: number }) => Math.round(score * 100);

/** Lighthouse starts a browser of its own, with our options. */
async function scoresOf(url: string, cookie?: string): Promise<Scores> {
  const { executablePath = '', args = [], env } = browserLaunch();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      `${folder}/node_modules/lighthouse/cli/index.js`,
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility,best-practices',
      `--chrome-flags=${args.join(' ')}`,
      ...(cookie === undefined ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]),
    ],
    { env: { ...process.env, ...env, CHROME_PATH: executablePath }, maxBuffer: 100_000_000 },
  );
  const { categories, audits } = Report.parse(JSON.parse(stdout));
  return {
    performance: percent(categories.performance),
    accessibility: percent(categories.accessibility),
    bestPractices: percent(categories['best-practices']),
    layoutShift: audits['cumulative-layout-shift'].numericValue,
  };
}

export function lighthouseRows({ visits, floor }: Lighthouse): Row[] {
  const leastPerformance = Math.min(98, floor.performance - 2);
  return visits.map(({ route, isSignedIn, scores }) => {
    const { performance, accessibility, bestPractices, layoutShift } = scores;
    const leastPractices = isSignedIn ? 100 : 96;
    return row(
      4,
      `${route} ${isSignedIn ? 'signed in' : 'as a visitor'}: performance (floor app ${floor.performance}), accessibility, best practices, CLS`,
      `${performance}, ${accessibility}, ${bestPractices}, ${layoutShift.toFixed(3)}`,
      `≥ ${leastPerformance}, 100, ≥ ${leastPractices}, ≤ 0.01`,
      performance >= leastPerformance &&
        accessibility === 100 &&
        bestPractices >= leastPractices &&
        layoutShift <= 0.01,
    );
  });
}
