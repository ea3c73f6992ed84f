import { afterAll, describe, expect, it } from '@jest/globals';
import { startCloud } from '../../support/aws/cloud.ts';
import { eventually } from '../../support/eventually.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { formOf } from '../../support/upload.ts';
import { zipOf } from 'local/fakes/game-server/zip';
import { worldFileTexts } from '../../support/world-files.ts';

const [stackName, other, third] = ['creative', 'survival', 'adventure'];
const cloud = await startCloud({ stackSpeed: 60, stackNames: [stackName, other, third] });
afterAll(() => cloud.close());

const call = apiCaller(cloud.origin, await cloud.signIn('Ann'), { asksAgain: true });
const worldOf = async (name: string) =>
  (await call('GET /api/minecraft_bedrock/v2/{stackName}/world', { params: { stackName: name } })).data;

const requestForm = (bytes: number, name = stackName) =>
  call('POST /api/minecraft_bedrock/worlds/upload', { body: { stackName: name, bytes } });
const post = ({ url, fields }: { url: string; fields: Record<string, string> }, content: Buffer) =>
  fetch(url, { method: 'POST', headers: { origin: cloud.origin }, body: formOf(fields, content) });
async function upload(content: Buffer, name = stackName) {
  const { uploadId, form } = await requestForm(content.length, name);
  const { status, headers } = await post(form, content);
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, cloud.origin]);
  return uploadId;
}
const take = (uploadId: string, caller = call, name = stackName) =>
  caller('PUT /api/minecraft_bedrock/worlds/upload', { body: { stackName: name, uploadId, file: '城堡.mcworld' } });

describe('a world from elsewhere', () => {
  it('fails the start with the reason of the server when it is damaged where only the server looks', async () => {
    const { 'db/MANIFEST-000001': _manifest, ...withoutManifest } = worldFileTexts;
    const params = { stackName: third };
    await take(await upload(zipOf(withoutManifest), third), call, third);
    await call('POST /api/minecraft_bedrock/v2/{stackName}/start', { params });
    await eventually(
      async () => {
        await cloud.control('/clock', { advanceMs: 5000 });
        const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', { params });
        return JSON.stringify(data).includes('its level.dat or its manifest is missing');
      },
      60_000,
      500,
    );
    expect((await worldOf(third)).next).not.toBeNull();
  });
});
