import { beforeEach, describe, expect, it } from '@jest/globals';
import { allRights } from 'lambdas/stack/rights/rights';
import type { WorldFiles } from 'lambdas/stack/ports';
import { type TransferPorts, transferRoutes } from 'lambdas/stack/worlds/transfer/transfer-routes';
import { zipOf } from 'local/fakes/game-server/zip';
import { worldFileTexts } from '../../../../../support/world-files.ts';
import { useStackTestEnvironment } from '../../stack-test-environment.ts';
import { person } from '../../../../../support/person.ts';

const env = await useStackTestEnvironment();
const user = person('cognito|ann', 'Ann');
const world = zipOf(worldFileTexts);

/** The objects of both buckets, by their keys. The rules of S3 are tested with its clients: see test/http/stack/transfer.test.ts. */
const objects = new Map<string, Buffer>();
const etagOf = (content: Buffer) => content.toString('base64');
const move = (from: string, to: string) => {
  const found = objects.get(from);
  if (found) objects.set(to, found);
  return found !== undefined;
};
const worldFiles: WorldFiles = {
  formFor: async (userId, uploadId) => ({ url: 'https://uploads.example/', fields: { key: `${userId}/${uploadId}` } }),
  async findUpload(userId, uploadId) {
    const content = objects.get(`${userId}/${uploadId}`);
    return content && { bytes: content.length, etag: etagOf(content), start: content.subarray(0, 4), end: content };
  },
  keepUpload: async (userId, uploadId, _etag, { stackName, archiveId }) =>
    move(`${userId}/${uploadId}`, `${stackName}/${archiveId}`),
  copy: async (from, to) => move(`${from.stackName}/${from.archiveId}`, `${to.stackName}/${to.archiveId}`),
};

let stackName: string;
beforeEach(() => {
  stackName = env.newStack();
  objects.clear();
});

const subjects: (string | undefined)[] = [];
const request = {
  cookie: () => '',
  header: () => undefined,
  audit: ({ subject }: { subject?: string }) => void subjects.push(subject),
};
const given = { params: {}, query: {}, user, request };
const routesWith = (change: Partial<TransferPorts> = {}) => transferRoutes({ ...env.ports, worldFiles, ...change });
const worldOf = (name = stackName) => env.store.getWorld(name);

/** Uploads a file and takes it. */
async function take(content: Buffer, routes = routesWith()) {
  const body = { stackName, bytes: content.length };
  const { uploadId, form } = await routes.requestWorldUpload({ ...given, body });
  objects.set(form.fields['key'] ?? '', content);
  await routes.takeUploadedWorld({ ...given, body: { stackName, uploadId, file: 'castle.mcworld' } });
  return uploadId;
}
const putOwn = (archiveId: string, name = stackName) => {
  objects.set(`${name}/${archiveId}`, Buffer.from(archiveId));
  const about = { atMs: 1000, bytes: 2, reason: 'stop', version: '1.2.3', levelName: 'Castle' } as const;
  return env.store.putArchive(name, { archiveId, ...about });
};

const mayNotStop = async () => ({ of: () => ({ ...allRights, stop: false }), isForEveryone: false });
const copy = (archiveId: string, fromStackName: string, routes = routesWith()) =>
  routes.copyWorld({ ...given, body: { stackName, fromStackName, archiveId } });

describe('an uploaded world', () => {
  it('is listed and is the next one, and its event names the stack', async () => {
    const uploadId = await take(world);
    const { archives, choice } = await worldOf();
    expect(archives).toMatchObject([
      { archiveId: uploadId, reason: 'upload', origin: 'castle.mcworld', bytes: world.length, version: '' },
    ]);
    expect(choice).toMatchObject({ source: uploadId, by: 'Ann', isApplied: false });
    expect(objects.get(`${stackName}/${uploadId}`)).toEqual(world);
    expect(subjects.at(-1)).toBe(stackName);
  });

  it('is one in the list, and is applied once, also when it is taken twice', async () => {
    const uploadId = await take(world);
    const { choice } = await worldOf();
    await env.store.markApplied(stackName, choice?.requestId ?? '');
    const body = { stackName, uploadId, file: 'castle.mcworld' };
    await routesWith().takeUploadedWorld({ ...given, body });
    expect((await worldOf()).archives).toHaveLength(1);
    expect((await worldOf()).choice).toEqual({ ...choice, isApplied: true });
  });

  it('is listed and chosen by a second call when the first one has ended between the two', async () => {
    const uploadId = await take(world);
    const other = { requestId: 'R', source: 'new', by: 'Bob', atMs: env.clock.now(), settings: null, before: null };
    await env.store.putChoice(stackName, { ...other, isApplied: true }, (await worldOf()).choice);
    await routesWith().takeUploadedWorld({ ...given, body: { stackName, uploadId, file: 'castle.mcworld' } });
    expect((await worldOf()).choice).toMatchObject({ source: uploadId, isApplied: false });
  });

  it('changes nothing when it is no world, is gone, or is replaced meanwhile', async () => {
    await expect(take(Buffer.from('hello'))).rejects.toMatchObject({ code: 'invalid' });
    const body = { stackName, uploadId: 'never-1', file: 'castle.mcworld' };
    await expect(routesWith().takeUploadedWorld({ ...given, body })).rejects.toMatchObject({ code: 'notFound' });
    const replaced = routesWith({ worldFiles: { ...worldFiles, keepUpload: async () => false } });
    await expect(take(world, replaced)).rejects.toMatchObject({ code: 'notFound' });
    expect(await worldOf()).toMatchObject({ archives: [], choice: undefined });
  });

  it('is taken from its own uploader only', async () => {
    const routes = routesWith();
    const { uploadId, form } = await routes.requestWorldUpload({ ...given, body: { stackName, bytes: 1 } });
    objects.set(form.fields['key'] ?? '', world);
    const bob = { ...user, userId: 'cognito|bob' };
    const body = { stackName, uploadId, file: 'castle.mcworld' };
    await expect(routes.takeUploadedWorld({ ...given, user: bob, body })).rejects.toMatchObject({ code: 'notFound' });
  });

  it('is refused from a person without the rights, for a stack that is not there, and beyond ten', async () => {
    await expect(take(world, routesWith({ rightsOf: mayNotStop }))).rejects.toMatchObject({ code: 'forbidden' });
    for (let count = 0; count < 10; count++) await take(world);
    await expect(take(world)).rejects.toMatchObject({ code: 'conflict' });
    expect((await worldOf()).archives).toHaveLength(10);
    stackName = 'other';
    await expect(take(world)).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('a copied world', () => {
  it('is the next one of the other stack, and is still in the list of its own', async () => {
    const from = env.newStack();
    await putOwn('A1', from);
    await copy('A1', from);
    const { archives, choice } = await worldOf();
    expect(archives).toMatchObject([
      { reason: 'copy', origin: from, version: '1.2.3', levelName: 'Castle', atMs: env.clock.now() },
    ]);
    expect(choice).toMatchObject({ source: archives[0]?.archiveId });
    expect(objects.get(`${stackName}/${archives[0]?.archiveId}`)).toEqual(Buffer.from('A1'));
    expect((await worldOf(from)).archives).toHaveLength(1);
    expect((await worldOf(from)).choice).toBeUndefined();
  });

  it('needs another stack', async () => {
    await putOwn('A1');
    await expect(copy('A1', stackName)).rejects.toMatchObject({ code: 'invalid' });
  });

  it('needs an archive that is there, and the rights for both stacks', async () => {
    const from = env.newStack();
    await expect(copy('A1', from)).rejects.toMatchObject({ code: 'notFound' });
    await putOwn('A1', from);
    objects.clear();
    await expect(copy('A1', from)).rejects.toMatchObject({ code: 'notFound' });
    for (const without of [from, stackName]) {
      const rightsOf = async () => ({
        of: (name: string) => ({ ...allRights, start: name !== without }),
        isForEveryone: false,
      });
      await expect(copy('A1', from, routesWith({ rightsOf }))).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect((await worldOf()).archives).toEqual([]);
  });
});
