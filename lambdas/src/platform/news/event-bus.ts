import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { newsEvent } from 'shared-types/rules/notify/news-event';
import { log } from '../log.ts';
import { requestHandler } from '../outage.ts';

/** Wakes the notifier through the default event bus. A caller whose user waits gives it a time, after which it is left to the schedule. */
export function newsEventBus(maxMs?: number): (newsId: string) => Promise<void> {
  const client = new EventBridgeClient({ requestHandler });
  return async (newsId) => {
    const { source: Source, detailType: DetailType } = newsEvent;
    const entry = { Source, DetailType, Detail: JSON.stringify({ newsId }) };
    try {
      const { FailedEntryCount } = await client.send(
        new PutEventsCommand({ Entries: [entry] }),
        maxMs === undefined ? {} : { abortSignal: AbortSignal.timeout(maxMs) },
      );
      if (FailedEntryCount) log('warn', 'news waits for the schedule', { reason: 'the bus refused the event' });
    } catch (error) {
      // The news is stored, so the next run of the schedule tells it.
      log('warn', 'news waits for the schedule', { error });
    }
  };
}
