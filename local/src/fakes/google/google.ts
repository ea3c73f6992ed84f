import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Clock } from '../../clock.ts';
import type { Html } from '../../http/html.ts';
import { listen } from '../../http/listen.ts';
import { fakeGoogleSecret } from '../secret-parameters.ts';
import { accountsFor, listedUsers } from './accounts.ts';
import { openConsents } from './consents.ts';
import { chooserPage, refusalPage } from './pages.ts';
import { type Client, authorizationRefusal } from './authorization-request.ts';
import { imitateGoogle } from './tokens.ts';

interface FakeGoogleOptions {
  dataDir: string;
  clock: Pick<Clock, 'now'>;
  /** The origin of the site that people come from and return to. */
  siteOrigin: string;
  /** The email addresses that the site lets in. The chooser marks them. */
  users?: readonly string[] | undefined;
}

const clientId = 'local.apps.googleusercontent.example';

export type FakeGoogle = Awaited<ReturnType<typeof startFakeGoogle>>;

/** Starts a server that imitates Google's sign-in. It asks for no password. */
export async function startFakeGoogle({ dataDir, clock, siteOrigin, users = listedUsers }: FakeGoogleOptions) {
  const client: Client = {
    id: clientId,
    secret: fakeGoogleSecret,
    redirectUri: `${siteOrigin}/api/auth/google/oauth2`,
  };
  const accounts = accountsFor(users);
  const consents = openConsents(dataDir);
  let library: Promise<(request: IncomingMessage, response: ServerResponse) => void> | undefined;

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => show(response, 500, refusalPage(String(error))));
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;

  /** The library is loaded and its key is generated on first use, so that a start does not wait for it. */
  async function load() {
    const { OAuth2Issuer, OAuth2Service } = await import('oauth2-mock-server');
    const issuer = new OAuth2Issuer();
    issuer.url = origin;
    const service = new OAuth2Service(issuer, { authorize: '/choose', revoke: '/library/revoke' });
    await imitateGoogle({ service, issuer }, { client, accounts, consents, clock });
    return service.requestHandler;
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    if (pathname === '/authorize' || pathname === '/choose') {
      const isKnown = accounts.some(({ sub }) => sub === searchParams.get('account'));
      const refusal = authorizationRefusal(searchParams, client);
      if (refusal !== undefined) return show(response, 400, refusalPage(refusal));
      if (pathname === '/authorize' || !isKnown) return show(response, 200, chooser(searchParams));
    }
    if (pathname === '/revoke') {
      const isEnded = consents.revoke(new URLSearchParams(await text(request)).get('token') ?? '');
      return void response
        .writeHead(isEnded ? 200 : 400, { 'content-type': 'application/json' })
        .end(JSON.stringify(isEnded ? {} : { error: 'invalid_token' }));
    }
    library ??= load();
    return (await library)(request, response);
  }

  function chooser(query: URLSearchParams): Html {
    const choices = accounts.map((account) => ({
      ...account,
      href: `/choose?${new URLSearchParams([...query, ['account', account.sub]]).toString()}`,
      isListed: users.includes(account.email),
    }));
    const no = new URLSearchParams({ error: 'access_denied', state: query.get('state') ?? '' });
    return chooserPage(choices, `${client.redirectUri}?${no.toString()}`);
  }

  return {
    settings: {
      clientId,
      users: [...users],
      issuer: origin,
      authorizationEndpoint: `${origin}/authorize`,
      tokenEndpoint: `${origin}/token`,
      revocationEndpoint: `${origin}/revoke`,
      jwksUri: `${origin}/jwks`,
    },
    accounts: () => accounts.map(({ sub, email, name }) => ({ email, name, consents: consents.count(sub) })),
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

const show = (response: ServerResponse, status: number, { text: markup }: Html) =>
  void response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .end(`<!doctype html>${markup}`);
