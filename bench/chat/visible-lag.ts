import { launchBrowser } from '../../test/support/browser/browser.ts';
import { startSite } from '../../test/support/site/site.ts';
import { signIn } from '../browser/first-load.ts';
import { median, p95, row, seconds, times, type Row } from '../row.ts';
import { type Sent, startPacedModel } from './paced-model.ts';

interface VisibleLag {
  tokens: number;
  tokensPerSecond: number;
  /** For each piece of the provider, the time until the page showed all of it. */
  lagsMs: number[];
  firstWordMs: number;
  /** The longest time in which the text did not grow. */
  freezeMs: number;
  /** The bytes of the polled responses, as multiples of the text's. */
  timesText: number;
}

/** Notes the length of the last answer's text whenever a frame shows more of it. */
const noteLengths = `
window.shown = [];
const look = () => {
  const length = [...document.querySelectorAll('article > div[id] p')].at(-1)?.textContent.length ?? 0;
  const before = window.shown.at(-1)?.length ?? 0;
  if (length > before && document.querySelectorAll('article').length > 1) window.shown.push({ atMs: Date.now(), length });
  requestAnimationFrame(look);
};
addEventListener('DOMContentLoaded', look);
`;

/** Reads one answer in a real browser, beside the clock of a provider that writes at a steady rate. */
export async function measureVisibleLag(tokens: number, tokensPerSecond: number): Promise<VisibleLag> {
  const model = await startPacedModel(tokens, tokensPerSecond);
  const [site, browser] = await Promise.all([
    startSite({ env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'bench' } }),
    launchBrowser(),
  ]);
  try {
    const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce' });
    await signIn(context, site.origin, await site.signIn('Ann'));
    const page = await context.newPage();
    await page.addInitScript(noteLengths);
    let bytes = 0;
    page.on('requestfinished', (request) => {
      if (/\/session\/message\/[^/?]+\.[^/?]+\?/.test(request.url()))
        void request.sizes().then(({ responseBodySize }) => (bytes += responseBodySize));
    });
    await page.goto('/chat');
    await page.getByRole('textbox', { name: 'Message' }).fill('What is tea?');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Regenerate' }).waitFor({ timeout: 200_000 });
    const shown = await page.evaluate<Sent[]>('window.shown');
    const shownAtMs = shown.map(({ atMs }) => atMs);
    const lagOf = ({ atMs, length }: Sent) => (shown.find((each) => each.length >= length)?.atMs ?? Number.NaN) - atMs;
    return {
      tokens,
      tokensPerSecond,
      lagsMs: model.sent.slice(0, -1).map(lagOf),
      firstWordMs: (shownAtMs[0] ?? Number.NaN) - (model.sent[0]?.atMs ?? Number.NaN),
      freezeMs: Math.max(...shownAtMs.slice(1).map((atMs, index) => atMs - (shownAtMs[index] ?? atMs))),
      timesText: bytes / model.length,
    };
  } finally {
    await browser.close();
    await site.stop();
    model.close();
  }
}

export function visibleLagRows(lag: VisibleLag): Row[] {
  const { tokens, tokensPerSecond, lagsMs, firstWordMs, freezeMs, timesText } = lag;
  const what = `chat, ${tokens} tokens at ${tokensPerSecond} a second`;
  const [p50, late] = [median(lagsMs), p95(lagsMs)];
  return [
    row(
      9,
      `${what}: provider's text to visible text, p50, p95; first word; longest freeze`,
      [p50, late, firstWordMs, freezeMs].map(seconds).join(', '),
      '≤ 1.2 s, 2.0 s, 0.8 s, 2.0 s',
      p50 <= 1200 && late <= 2000 && firstWordMs <= 800 && freezeMs <= 2000,
    ),
    row(9, `${what}: bytes of the polled responses`, `${times(timesText)} the text`, '≤ 4×', timesText <= 4),
  ];
}
