import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { newsEvent } from 'shared-types/rules/notify/news-event';
import { log } from '../log.ts';
import { requestHandler } from '../outage.ts';

/** Wakes the notifier through the default event bus. */
export function newsEventBus(): (newsId: string) => Promise<void> {
  const client = new EventBridgeClient({ requestHandler });
  return async (newsId) => {
    const { source: Source, detailType: DetailType } = newsEvent;
    const entry = { Source, DetailType, Detail: JSON.stringify({ newsId }) };
    try {
      const { FailedEntryCount } = await client.send(new PutEventsCommand({ Entries: [entry] }));
      if (FailedEntryCount) log('warn', 'news waits for the schedule', { reason: 'the bus refused the event' });
    } catch (error) {
      // The news is stored, so the next run of the schedule tells it.
      log('warn', 'news waits for the schedule', { error });
    }
  };
}
