import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { cookieBrowser } from '../../test/support/site/cookie-browser.ts';
import { type Site, startSite } from '../../test/support/site/site.ts';
import { milliseconds, p95, row, type Row, times } from '../row.ts';
import { password } from '../../test/support/credentials.ts';

interface Guessing {
  /** The duration of a correct sign-in from a known browser, without an attack and during one. */
  quietMs: number[];
  busyMs: number[];
  /** The number of correct sign-ins that were refused. */
  keptOut: number;
  guesses: number;
  /** Guesses that were answered with anything but the one refusal. */
  told: number;
}

interface Load {
  perMinute: number;
  addresses: number;
  seconds: number;
}

const username = 'ann@example.org';
const everyMs = 1000;
const warmUpSeconds = 10;
const signInPath = '/api/auth/cognito/sign_in';
const Code = z.object({ code: z.string() });
const ErrorCode = z.object({ errorCode: z.string() });

/** Attackers guess passwords, also that of a user who signs in meanwhile, up to the authenticator's code. */
export async function measureGuessing({ perMinute, addresses, seconds }: Load): Promise<Guessing> {
  const site = await startSite();
  try {
    const browser = await knownBrowser(site);
    let keptOut = 0;
    const signIns = async (count: number) => {
      const took: number[] = [];
      for (let each = 0; each < count; each += 1) {
        const began = performance.now();
        const { body } = await browser.ask('POST', signInPath, { username, password });
        took.push(performance.now() - began);
        if (ErrorCode.safeParse(body).data?.errorCode !== 'requireMFA') keptOut += 1;
        await pause(Math.max(0, everyMs - (performance.now() - began)));
      }
      return took;
    };
    const quietMs = await signIns(seconds);

    // The warm-up starts the instances that this number of guesses needs, and is not measured.
    const guesses = Math.round((perMinute * (warmUpSeconds + seconds)) / 60);
    const began = performance.now();
    const answers = Array.from({ length: guesses }, async (_, nth) => {
      await pause(Math.max(0, began + (nth * 60_000) / perMinute - performance.now()));
      // Every tenth guess uses the user's name, the others use unknown names.
      const guessed = nth % 10 === 0 ? username : `nobody${nth % 50}@example.org`;
      return guess(site, `127.0.0.${2 + (nth % addresses)}`, guessed);
    });
    await signIns(warmUpSeconds);
    const busyMs = await signIns(seconds);
    const told = (await Promise.all(answers)).filter((answer) => answer !== '400 incorrectUsernameOrPassword').length;
    return { quietMs, busyMs, keptOut, guesses, told };
  } finally {
    await site.stop();
  }
}

/** Returns the browser of a user who has signed in before. */
async function knownBrowser(site: Site) {
  const browser = cookieBrowser(site);
  const post = (path: string, body: object) => browser.ask('POST', `/api/auth/cognito/${path}`, body);
  const code = async () => {
    await site.control('/clock', { advanceMs: 60_000 });
    return Code.parse(await site.control(`/totp?username=${username}`)).code;
  };
  const { code: registrationCode } = Code.parse(await site.control('/invitations', {}));
  await post('sign_up', { username, password, registrationCode });
  const [mail] = z.array(Code).parse(await site.control('/mail'));
  await post('sign_up_confirm', { username, confirmationCode: mail?.code });
  await post('sign_in', { username, password });
  await post('setup_mfa', { userCode: await code() });
  await post('sign_in', { username, password });
  const { status } = await post('sign_in_confirm', { username, userCode: await code() });
  if (status !== 200) throw new Error(`Ann is not signed in: ${status}`);
  return browser;
}

/** Sends the guess from an address of its own: the whole of 127.0.0.0/8 is this machine's. */
function guess(site: Site, localAddress: string, guessed: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const { hostname, port } = new URL(site.origin);
  const sent = request({
    hostname,
    port,
    family: 4,
    path: signInPath,
    method: 'POST',
    headers,
    localAddress,
    agent: false,
  });
  sent.on('error', reject).on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const { errorCode } = ErrorCode.parse(JSON.parse(Buffer.concat(chunks).toString()));
      resolve(`${response.statusCode} ${errorCode}`);
    });
  });
  sent.end(JSON.stringify({ username: guessed, password: 'Wrong-horse-1' }));
  return promise;
}

export function guessingRows({ quietMs, busyMs, keptOut, guesses, told }: Guessing): Row[] {
  const ratio = p95(busyMs) / p95(quietMs);
  const value = `${times(ratio)} (${milliseconds(p95(busyMs))} against ${milliseconds(p95(quietMs))}); ${keptOut} kept out; ${told} of ${guesses} told anything`;
  const met = ratio <= 3 && keptOut === 0 && told === 0;
  return [row(16, 'a known browser signs in while strangers guess, p95', value, '≤ 3.00×; 0; 0', met)];
}
