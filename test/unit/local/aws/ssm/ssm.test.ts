import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GetParameterCommand, GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { readParameters, ssmService } from 'local/aws/ssm/ssm';
import { listen } from 'local/http/listen';
import { json } from 'node:stream/consumers';
import { resource } from '../../template/resource.ts';
import * as z from 'zod';

const service = ssmService({ '/site/plain': 'words' }, { '/site/key': 'sk-1' }, { account: '1', region: 'us-east-1' });
const Input = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())]));
const server = createServer((request, response) => {
  const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
  void json(request).then(async (body) =>
    service.serve({ operation, input: Input.parse(body), headers: {}, body: Buffer.alloc(0) }, response),
  );
});
let client: SSMClient;
beforeAll(async () => {
  client = new SSMClient({
    endpoint: `http://127.0.0.1:${await listen(server)}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
});
afterAll(() => {
  client.destroy();
  server.close();
  server.closeAllConnections();
});

const read = async (Name: string, WithDecryption: boolean) =>
  (await client.send(new GetParameterCommand({ Name, WithDecryption }))).Parameter;

const parameter = (bytes: number) =>
  resource('AWS::SSM::Parameter', 'List', { Name: '/site/list', Type: 'String', Value: 'x'.repeat(bytes) });

const several = (...Names: string[]) => client.send(new GetParametersCommand({ Names }));

describe('the parameter store', () => {
  it('returns a secret in plain text only with decryption', async () => {
    expect(await read('/site/key', true)).toMatchObject({ Type: 'SecureString', Value: 'sk-1' });
    expect((await read('/site/key', false))?.Value).not.toContain('sk-1');
  });

  it('gives several at once, and refuses no name and more than ten', async () => {
    expect(await several('/site/plain', '/site/nothing')).toMatchObject({
      Parameters: [{ Name: '/site/plain', Value: 'words' }],
      InvalidParameters: ['/site/nothing'],
    });
    await expect(several(...Array.from({ length: 11 }, (_, index) => `/site/${index}`))).rejects.toMatchObject({
      name: 'ValidationException',
    });
    await expect(several()).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('refuses a value over 4 KB at the start', () => {
    expect(readParameters([parameter(4096)])).toHaveProperty(['/site/list']);
    expect(() => readParameters([parameter(4097)])).toThrow('The value of /site/list exceeds the limit of 4096 bytes');
  });

  it('returns other parameters and reports missing ones', async () => {
    expect(await read('/site/plain', true)).toMatchObject({ Type: 'String', Value: 'words' });
    await expect(read('/site/nothing', true)).rejects.toMatchObject({ name: 'ParameterNotFound' });
  });
});
