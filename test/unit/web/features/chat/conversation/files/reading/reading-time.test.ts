import { expect, it } from '@jest/globals';
import { SlowPdf } from 'web/features/chat/conversation/files/reading/attachment-error';
import { endOfReading } from 'web/features/chat/conversation/files/reading/reading-time';

it('ends after its time, when the file is removed, and before it begins if the file is removed already', async () => {
  await expect(endOfReading(new AbortController().signal, 1)).rejects.toThrow(SlowPdf);
  const removed = new AbortController();
  const ended = endOfReading(removed.signal, 60_000);
  removed.abort();
  await expect(ended).rejects.toThrow(SlowPdf);
  expect(() => endOfReading(removed.signal, 60_000)).toThrow('aborted');
});
