import { afterAll, describe, expect, it } from '@jest/globals';
import { zipOf } from 'local/fakes/game-server/zip';
import { startCloud } from '../../support/aws/cloud.ts';
import { owner } from '../../support/credentials.ts';
import { eventually } from '../../support/eventually.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { formOf } from '../../support/upload.ts';
import { javaWorldTexts, worldFileTexts } from '../../support/world-files.ts';

const [bedrock, java, otherJava] = ['survival', 'java', 'other'];
const stackNames = [bedrock, `${java}:java`, `${otherJava}:java`];
const cloud = await startCloud({ stackSpeed: 60, stackNames });
afterAll(() => cloud.close());

const call = apiCaller(cloud.origin, await cloud.signIn(owner), { asksAgain: true });
const params = { stackName: java };
const detail = async () => (await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', { params })).data;
const worldOf = async (stackName: string) =>
  (await call('GET /api/minecraft_bedrock/v2/{stackName}/world', { params: { stackName } })).data;

async function upload(stackName: string, content: Buffer) {
  const body = { stackName, bytes: content.length };
  const { uploadId, form } = await call('POST /api/minecraft_bedrock/worlds/upload', { body });
  await fetch(form.url, { method: 'POST', headers: { origin: cloud.origin }, body: formOf(form.fields, content) });
  await call('PUT /api/minecraft_bedrock/worlds/upload', { body: { stackName, uploadId, file: 'world.zip' } });
  return uploadId;
}

const refusal = (message: string) => ({
  status: 400,
  body: { errorCode: 'invalid', message: expect.stringContaining(message) },
});

const copy = (stackName: string, fromStackName: string, id: string) =>
  call('PUT /api/minecraft_bedrock/worlds/copy', { body: { stackName, fromStackName, archiveId: id } });

const until = (isTrue: () => Promise<boolean>) =>
  eventually(
    async () => {
      await cloud.control('/clock', { advanceMs: 5000 });
      return (await isTrue()) || undefined;
    },
    60_000,
    500,
  );

/** The clock stands still, so that the server reaches no scheduled stop, however slow the machine is. */
const soon = (isTrue: () => Promise<boolean>) => eventually(async () => (await isTrue()) || undefined, 60_000, 500);

describe('a Java server beside one of Bedrock Edition', () => {
  it('is named with its game, and the others with none', async () => {
    const { games, described } = await call('GET /api/minecraft_bedrock/v2', {
      query: { describe: `${bedrock},${java}` },
    });
    expect(games).toEqual({ [java]: 'java', [otherJava]: 'java' });
    expect([described?.[java]?.game, described?.[bedrock]?.game]).toEqual(['java', undefined]);
    expect((await detail()).game).toBe('java');
  });

  it('starts with an uploaded world, has its own address, console, backups and lists, and its file is a zip', async () => {
    const uploadId = await upload(java, zipOf(javaWorldTexts));
    // An empty server of this speed stops after half a minute, and the waiting below moves the clock.
    await cloud.control('/players', { stackName: java, count: 1 });
    await call('POST /api/minecraft_bedrock/v2/{stackName}/start', { params });
    await until(async () => (await worldOf(java)).next === null);
    // The start ends a step after its stack is complete, and no backup is made before.
    await until(async () => (await detail()).actionLogs[0]?.syncStatus === 'SUCCEEDED');
    const { awsStackInfo } = await detail();
    expect(awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
    expect(awsStackInfo?.outputs).toContainEqual({ outputKey: 'ServerPort', outputValue: '25565' });
    expect(awsStackInfo?.hourlyPrice).toBe(0.045);
    await cloud.control('/players/join', { stackName: java, name: 'Ann_B' });
    const { url } = await call('GET /api/minecraft_bedrock/v2/{stackName}/world/archives/{archiveId}', {
      params: { stackName: java, archiveId: uploadId },
    });
    expect(new URL(url).searchParams.get('response-content-disposition')).toMatch(/\.zip"$/);
    const { commandId } = await call('POST /api/minecraft_bedrock/v2/{stackName}/console/commands', {
      params,
      body: { command: 'list' },
    });
    await soon(async () => {
      const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/console/commands/{commandId}', {
        params: { stackName: java, commandId },
      });
      return data.output.includes('There are 2 of a max of 10 players online: Ann_B, Player 2');
    });
    await soon(async () => (await detail()).awsStackInfo?.players?.online === 2);
    expect((await detail()).awsStackInfo?.players).toMatchObject({ online: 2, named: [{ name: 'Ann_B' }] });
    await call('POST /api/minecraft_bedrock/v2/{stackName}/world/archives', { params });
    await soon(async () => (await worldOf(java)).archives.some(({ reason }) => reason === 'live'));
    expect((await worldOf(java)).archives.find(({ reason }) => reason === 'live')).toMatchObject({ version: '26.1.2' });
    // Closing the allow list puts out who is not on it.
    await call('PUT /api/minecraft_bedrock/v2/{stackName}/players', {
      params,
      body: { isAllowListOn: true, allowed: ['Somebody'], operators: [], version: 0 },
    });
    await soon(async () => (await detail()).awsStackInfo?.players?.online === 1);
    expect((await detail()).awsStackInfo?.players?.named ?? []).toEqual([]);
  });

  it('takes no world of the other game, neither uploaded nor copied', async () => {
    await expect(upload(java, zipOf(worldFileTexts))).rejects.toMatchObject(
      refusal('This is a world of Minecraft Bedrock'),
    );
    await expect(upload(bedrock, zipOf(javaWorldTexts))).rejects.toMatchObject(
      refusal('This is a world of Minecraft Java'),
    );
    const archiveId = await upload(bedrock, zipOf(worldFileTexts));
    await expect(copy(java, bedrock, archiveId)).rejects.toMatchObject(
      refusal('java runs Minecraft Java, which cannot open worlds of Minecraft Bedrock.'),
    );
    const own = await upload(java, zipOf(javaWorldTexts));
    await expect(copy(bedrock, java, own)).rejects.toMatchObject(refusal('survival runs Minecraft Bedrock'));
    await copy(otherJava, java, own);
    expect((await worldOf(otherJava)).next).not.toBeNull();
  });
});
