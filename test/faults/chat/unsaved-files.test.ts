import { afterAll, expect, it } from '@jest/globals';
import { isSettled } from 'shared-types/rules/message-status';
import { startCloud } from '../../support/aws/cloud.ts';
import { eventually } from '../../support/eventually.ts';
import { pngOf } from '../../support/pictures.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { upload } from '../../support/upload.ts';

const cloud = await startCloud();
afterAll(() => cloud.close());

it('a question to a conversation that is deleted at that moment leaves no copy of its picture', async () => {
  const call = apiCaller(cloud.origin, await cloud.signIn('Ann'));
  const { session, assistantSessionMessageId } = await call('POST /api/chat/session/create_with_message', {
    body: { text: 'Hello', modelCode: 'gpt-4o' },
  });
  await eventually(async () => {
    const params = { sessionMessageId: assistantSessionMessageId };
    return isSettled(await call('GET /api/chat/session/message/{sessionMessageId}', { params }));
  }, 60_000);
  const { fileId, answer } = await upload({ origin: cloud.origin, call }, pngOf(4, 3));
  expect(answer.status).toBe(204);
  const ask = () =>
    call('POST /api/chat/session/message/create', {
      query: { sessionId: session.sessionId },
      body: { text: 'What is this?', files: [{ fileId, name: 'cat.png' }] },
    });
  const bucketCalls = () =>
    cloud
      .takeAwsCalls()
      .filter(({ by, service }) => by.startsWith('ChatHttp') && service === 's3')
      .map(({ operation }) => operation);
  bucketCalls();

  cloud.faults.script({ outcome: 'refused', by: 'ChatHttp', operation: 'TransactWriteItems' });
  await expect(ask()).rejects.toMatchObject({ status: 404 });
  expect(bucketCalls()).toEqual(['GetObject', 'CopyObject', 'DeleteObject']);

  // The upload itself is still there.
  cloud.faults.script();
  const { sessionMessageId } = await ask();
  const files = await call('GET /api/chat/session/message/{sessionMessageId}/files', { params: { sessionMessageId } });
  expect(files).toHaveLength(1);
});
