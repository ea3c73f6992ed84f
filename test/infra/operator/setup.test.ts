import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { listen } from 'local/http/listen';
import * as z from 'zod';

const setup = fileURLToPath(new URL('../../../bin/setup.ts', import.meta.url));
const Asked = z.object({ Name: z.string(), Value: z.string().optional(), Type: z.string().optional() });

/** As much of a parameter store as is needed to fill one. */
const stored = new Map<string, string>();
const server = createServer((request, response) => void serve(request, response));
async function serve(request: IncomingMessage, response: ServerResponse) {
  const { Name, Value, Type } = Asked.parse(await json(request));
  const isPut = String(request.headers['x-amz-target']).endsWith('.PutParameter');
  if (isPut) stored.set(Name, `${Type} ${Value}`);
  const isThere = isPut || stored.has(Name);
  response
    .writeHead(isThere ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' })
    .end(JSON.stringify(isThere ? {} : { __type: 'ParameterNotFound' }));
}
const endpoint = `http://127.0.0.1:${await listen(server)}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const run = (env: Record<string, string>) =>
  new Promise<string>((resolve, reject) => {
    const access = { AWS_ENDPOINT_URL: endpoint, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'x' };
    const all = { PATH: process.env['PATH'], ...access, AWS_SECRET_ACCESS_KEY: 'x', ...env };
    const child = execFile(process.execPath, [setup], { env: all }, (error, said) =>
      error ? reject(error) : resolve(said),
    );
    child.stdin?.end();
  });

describe('npm run setup', () => {
  it('skips values that were not given and says so', async () => {
    const said = await run({ OPENAI_API_KEY: 'sk-1' });
    expect(said).toContain('/home-page/google-client-secret was skipped');
    expect([...stored]).toEqual([
      ['/home-page/origin-verify', expect.stringMatching(/^String [\w-]{43}$/)],
      ['/home-page/openai-key', 'SecureString sk-1'],
    ]);
  }, 60_000);

  it('makes the missing values later, shows no secret and changes no existing value', async () => {
    const said = await run({ OPENAI_API_KEY: 'sk-2', GOOGLE_CLIENT_SECRET: ' GOCSPX-1\n' });
    expect(said).toContain('/home-page/openai-key exists already');
    expect(said).not.toMatch(/GOCSPX|sk-/);
    expect(stored.get('/home-page/openai-key')).toBe('SecureString sk-1');
    expect(stored.get('/home-page/google-client-secret')).toBe('SecureString GOCSPX-1');
  }, 60_000);
});
