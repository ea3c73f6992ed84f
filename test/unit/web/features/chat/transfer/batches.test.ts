import { expect, it } from '@jest/globals';
import { ImportedConversation } from 'shared-types/contract/chat/import';
import { batches, maxBatchBytes } from 'web/features/chat/transfer/batches';

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ fileId: String(index).padStart(26, '0'), name: 'cat.png' }));
const whole = (exportId: string, texts: string[], count = 0) => ({
  exportId,
  title: exportId,
  createTime: 1,
  updateTime: 2,
  messages: texts.map((text, place) => ({
    place: 2 * place,
    id: `${exportId} ${place}`,
    senderRole: 'USER' as const,
    text,
    createTime: 1,
    files: files(count),
  })),
});
const conversations = [
  whole('short', ['a']),
  whole(
    'many',
    Array.from({ length: 200 }, (_, index) => `message ${index}`),
  ),
  whole(
    'large',
    Array.from({ length: 12 }, () => '茶'.repeat(20_000)),
  ),
  whole('with files', ['a', 'b', 'c', 'd'], 4),
  whole('with ten files', ['a', 'b'], 10),
  ...Array.from({ length: 150 }, (_, index) => whole(`small ${index}`, ['b'])),
];

it('fills calls that the site takes, and leaves nothing out', () => {
  const collected = batches();
  const full = conversations.flatMap(({ messages, ...conversation }) =>
    messages.map((message) => collected.add(conversation, message)),
  );
  const all = [...full.filter(({ length }) => length > 0), collected.rest()];
  for (const batch of all) {
    expect(Buffer.byteLength(JSON.stringify({ conversations: batch }))).toBeLessThanOrEqual(maxBatchBytes + 1000);
    expect(batch.length).toBeLessThanOrEqual(100);
    for (const { messages } of batch) expect(messages.length).toBeLessThanOrEqual(90);
    const named = batch.flatMap(({ messages }) => messages.flatMap((message) => message.files ?? []));
    expect(named.length).toBeLessThanOrEqual(10);
  }
  const joined = new Map<string, string[]>();
  for (const part of all.flat()) {
    const { exportId, after, messages } = ImportedConversation.parse(part);
    const texts = joined.get(exportId) ?? [];
    // Each part names the last message of the one before.
    const place = texts.length - 1;
    expect(after).toEqual(place < 0 ? undefined : { place: 2 * place, id: `${exportId} ${place}` });
    joined.set(exportId, [...texts, ...messages.map(({ text }) => text)]);
  }
  expect([...joined]).toEqual(
    conversations.map(({ exportId, messages }) => [exportId, messages.map(({ text }) => text)]),
  );
});
