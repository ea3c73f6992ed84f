import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { resolveImage } from 'infra/operator/setup/server-image';
import { listen } from 'local/http/listen';
import { silentPort } from '../../support/silent-port.ts';

const image = 'itzg/minecraft-bedrock-server:latest';
const digest = `sha256:${'5c'.repeat(32)}`;

/**
 * Serves as strictly as Docker Hub: without a token each call is refused with the place that gives them out, a token is
 * good for one repository, and a client that does not accept an index gets the manifest of one platform, which has
 * another digest (distribution.github.io/distribution/spec/auth/token, github.com/opencontainers/distribution-spec,
 * read 2026-11).
 */
const serve = (request: IncomingMessage, response: ServerResponse) => {
  const url = new URL(request.url ?? '', origin);
  const { authorization, accept = '' } = request.headers;
  if (url.pathname === '/token') {
    const token = `${url.searchParams.get('service')} ${url.searchParams.get('scope')}`;
    return void response.end(JSON.stringify(tokens ? { token } : { details: 'too many requests' }));
  }
  if (authorization !== 'Bearer registry repository:itzg/minecraft-bedrock-server:pull') {
    const scope = 'repository:itzg/minecraft-bedrock-server:pull';
    const challenge = `Bearer realm="${origin}/token",service="registry",scope="${scope}"`;
    return void response.writeHead(401, { 'www-authenticate': challenge }).end();
  }
  if (url.pathname !== '/v2/itzg/minecraft-bedrock-server/manifests/latest' || request.method !== 'HEAD')
    return void response.writeHead(404).end();
  const isIndex = accept.includes('application/vnd.oci.image.index.v1+json');
  return void response
    .writeHead(200, { 'docker-content-digest': isIndex ? answered : `sha256:${'0'.repeat(64)}` })
    .end();
};

const server = createServer(serve);
let origin: string;
let silent: Awaited<ReturnType<typeof silentPort>>;
let tokens: boolean;
let answered: string;

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`;
  silent = await silentPort();
});
beforeEach(() => {
  tokens = true;
  answered = digest;
});
afterAll(() => {
  silent.close();
  server.close();
});

describe('the image of the game servers', () => {
  it('is pinned to the digest that its tag has now', async () => {
    expect(await resolveImage(image, origin)).toBe(digest);
  });

  it.each([
    ['the tag does not exist', () => resolveImage('itzg/minecraft-bedrock-server:none', origin), /\(status 404\)\.$/],
    ['the answer has no digest', () => ((answered = 'sha256:5c'), resolveImage(image, origin)), /\(status 200\)\.$/],
    ['there is no token', () => ((tokens = false), resolveImage(image, origin)), /gives out no token/],
    ['there is no network', () => resolveImage(image, silent.origin), /^Docker Hub cannot be reached\.$/],
  ])('is not pinned when %s', async (_, resolving, said) => {
    await expect(resolving()).rejects.toThrow(said);
  });
});
