import { afterAll, describe, expect, it } from '@jest/globals';
import { startCloud } from '../../support/aws/cloud.ts';
import { owner } from '../../support/credentials.ts';
import { eventually } from '../../support/eventually.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { formOf } from '../../support/upload.ts';
import { zipOf } from 'local/fakes/game-server/zip';
import { worldFileTexts } from '../../support/world-files.ts';

const [stackName, other, third] = ['creative', 'survival', 'adventure'];
const cloud = await startCloud({ stackSpeed: 60, stackNames: [stackName, other, third] });
afterAll(() => cloud.close());

const call = apiCaller(cloud.origin, await cloud.signIn('Ann'), { asksAgain: true });
const asOwner = apiCaller(cloud.origin, await cloud.signIn(owner), { asksAgain: true });
const file = zipOf(worldFileTexts);
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

async function download(name: string, archiveId: string) {
  const params = { stackName: name, archiveId };
  const { url } = await call('GET /api/minecraft_bedrock/v2/{stackName}/world/archives/{archiveId}', { params });
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

async function expectInTrail(kind: 'worldUploaded' | 'worldCopied', subject: string) {
  const { events } = await asOwner('GET /api/auth/owner/activity', { query: { kind } });
  expect(events).toContainEqual(expect.objectContaining({ kind, subject, outcome: 'done' }));
}

describe('a world from elsewhere', () => {
  it('is uploaded to the bucket, listed, chosen, and the world that the next server begins with', async () => {
    const uploadId = await upload(file);
    await take(uploadId);
    const { archives, next } = await worldOf(stackName);
    const uploaded = { archiveId: uploadId, reason: 'upload', origin: '城堡.mcworld', bytes: file.length };
    expect(archives).toContainEqual(expect.objectContaining(uploaded));
    expect(next).toMatchObject({ archiveId: uploadId, by: 'Ann' });
    expect(await download(stackName, uploadId)).toEqual(file);
    await expectInTrail('worldUploaded', stackName);
    await call('POST /api/minecraft_bedrock/v2/{stackName}/start', { params: { stackName } });
    await eventually(
      async () => {
        await cloud.control('/clock', { advanceMs: 5000 });
        return (await worldOf(stackName)).next === null;
      },
      60_000,
      500,
    );
    expect((await worldOf(stackName)).archives.map(({ archiveId }) => archiveId)).toContain(uploadId);
  });

  it('is copied to another server, whose next world it is', async () => {
    const uploadId = await upload(file);
    await take(uploadId);
    const body = { stackName: other, fromStackName: stackName, archiveId: uploadId };
    await call('PUT /api/minecraft_bedrock/worlds/copy', { body });
    const { archives, next } = await worldOf(other);
    expect(archives).toMatchObject([{ reason: 'copy', origin: stackName, bytes: file.length }]);
    expect(next?.archiveId).toBe(archives[0]?.archiveId);
    expect(await download(other, archives[0]?.archiveId ?? '')).toEqual(file);
    await expectInTrail('worldCopied', other);
  });

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

  it('is refused by the bucket in another size, and by the site when it is no world or another person’s', async () => {
    const { form } = await requestForm(file.length);
    expect((await post(form, Buffer.concat([file, file]))).status).toBe(400);
    // A server takes back what bears this mark without a limit of its size, so nobody else may set it.
    const marked = { ...form, fields: { ...form.fields, 'x-amz-meta-origin': 'server' } };
    expect((await post(marked, file)).status).toBe(403);
    await expect(take(await upload(Buffer.from('no world')))).rejects.toMatchObject({
      status: 400,
      body: { errorCode: 'invalid', message: expect.stringContaining('not a .mcworld or .zip file') },
    });
    const bob = apiCaller(cloud.origin, await cloud.signIn('Bob'), { asksAgain: true });
    await expect(take(await upload(file), bob)).rejects.toMatchObject({ status: 404 });
    await expect(requestForm(1_000_000_001)).rejects.toMatchObject({ status: 400 });
  });
});
