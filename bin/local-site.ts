import { OperatorError } from 'infra/operator/terminal';
import * as z from 'zod';

const { PORT } = process.env;
const defaultPort = '3000';
const port = PORT === undefined || PORT === '' ? defaultPort : PORT;

/** The address of the calls. Node does not resolve the names below .localhost that browsers do. */
const localOrigin = `http://localhost:${port}`;

/** The address that the local site prints for people. On another port than the default it has its own host name: see local/src/startup/port.ts. */
export const localAddress = port === defaultPort ? localOrigin : `http://p${port}.localhost:${port}`;

/** The limit is long enough for almost every command on a busy machine. */
const usualPatienceMs = 10_000;

const Refused = z.object({ message: z.string() });

/** Asks the control page of the site on this machine for what an operator's command needs. */
export async function askLocalSite(path: string, body: object, patienceMs = usualPatienceMs): Promise<unknown> {
  const answer = await postToLocalSite(path, body, patienceMs);
  if (!answer)
    throw new OperatorError(`No site runs at ${localAddress}. Another port: PORT=…; the deployed site: -- --deployed`);
  const said: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return said;
  const { data: refused } = Refused.safeParse(said);
  throw new OperatorError(refused?.message ?? `Another program answers at ${localAddress} (status ${answer.status}).`);
}

/** Posts to the control page of the site on this machine. Returns undefined where no site runs. */
export async function postToLocalSite(
  path: string,
  body?: object,
  patienceMs = usualPatienceMs,
): Promise<Response | undefined> {
  try {
    return await fetch(`${localOrigin}/_local/${path}`, {
      method: 'POST',
      signal: AbortSignal.timeout(patienceMs),
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (!(error instanceof Error && error.name === 'TimeoutError')) return undefined;
    throw new OperatorError(`What runs at ${localAddress} is not responding. Stop it and start the site: npm start`, {
      cause: error,
    });
  }
}
