import { randomUUID } from 'node:crypto';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

/** A queue as the template describes it. All times are in seconds. */
export interface QueueSettings {
  arn: string;
  url: string;
  visibilityTimeout: number;
  delay: number;
  retention: number;
  receiveWait: number;
  /** A message that was received this often without being deleted moves to the dead-letter queue. */
  redrive?: { deadLetterTargetArn: string; maxReceiveCount: number };
}

export interface StoredMessage {
  messageId: string;
  body: string;
  receiptHandle: string;
  sentAtMs: number;
  firstReceivedAtMs: number;
  receiveCount: number;
  /** The `X-Amzn-Trace-Id` of the call that sent the message. */
  traceHeader?: string | undefined;
}

const schema = `
  CREATE TABLE IF NOT EXISTS message (
    id INTEGER PRIMARY KEY, queue TEXT NOT NULL, messageId TEXT NOT NULL, body TEXT NOT NULL, sentAtMs INTEGER NOT NULL,
    visibleAtMs INTEGER NOT NULL, receiveCount INTEGER NOT NULL DEFAULT 0, firstReceivedAtMs INTEGER, receiptHandle TEXT,
    traceHeader TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS visible ON message (queue, visibleAtMs);`;

const next = 'SELECT * FROM message WHERE queue = ? AND visibleAtMs <= ? ORDER BY visibleAtMs, id LIMIT 1';

/** Keeps the messages of all queues in one SQLite file, so that they survive the end of the process, also by SIGKILL. */
export function openMessageStore(file: string, now = Date.now) {
  const database = new DatabaseSync(file);
  // In WAL mode without a sync for each commit, a killed process loses nothing; only a power cut could.
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${schema}`);
  // The process that received these messages has ended, so they become visible again.
  database
    .prepare('UPDATE message SET visibleAtMs = ?, receiptHandle = NULL WHERE receiptHandle IS NOT NULL')
    .run(now());
  const run = (sql: string, ...values: (string | number | null)[]) =>
    Number(database.prepare(sql).run(...values).changes);

  function receiveOne({ arn, visibilityTimeout, redrive }: QueueSettings, hiddenSeconds = visibilityTimeout) {
    for (;;) {
      const row = database.prepare(next).get(arn, now());
      if (!row) return undefined;
      const { id, receiveCount } = { id: Number(row['id']), receiveCount: Number(row['receiveCount']) };
      if (redrive && receiveCount >= redrive.maxReceiveCount) {
        const target = redrive.deadLetterTargetArn;
        run('UPDATE message SET queue = ?, receiptHandle = NULL, receiveCount = 0 WHERE id = ?', target, id);
        continue;
      }
      const receiptHandle = randomUUID();
      const received = { receiveCount: receiveCount + 1, firstReceivedAtMs: Number(row['firstReceivedAtMs'] ?? now()) };
      run(
        'UPDATE message SET visibleAtMs = ?, receiveCount = ?, firstReceivedAtMs = ?, receiptHandle = ? WHERE id = ?',
        now() + hiddenSeconds * 1000,
        received.receiveCount,
        received.firstReceivedAtMs,
        receiptHandle,
        id,
      );
      return messageOf(row, { ...received, receiptHandle });
    }
  }

  return {
    send({ arn, delay }: QueueSettings, { body, delaySeconds = delay, traceHeader = null }: NewMessage): string {
      const messageId = randomUUID();
      const visibleAtMs = now() + delaySeconds * 1000;
      run(
        'INSERT INTO message (queue, messageId, body, sentAtMs, visibleAtMs, traceHeader) VALUES (?, ?, ?, ?, ?, ?)',
        arn,
        messageId,
        body,
        now(),
        visibleAtMs,
        traceHeader,
      );
      return messageId;
    },

    receive(queue: QueueSettings, max: number, hiddenSeconds?: number): StoredMessage[] {
      run('DELETE FROM message WHERE queue = ? AND sentAtMs <= ?', queue.arn, now() - queue.retention * 1000);
      const messages: StoredMessage[] = [];
      while (messages.length < max) {
        const message = receiveOne(queue, hiddenSeconds);
        if (!message) break;
        messages.push(message);
      }
      return messages;
    },

    /** An old receipt handle deletes nothing: the message has been received again since. */
    remove: ({ arn }: QueueSettings, receiptHandle: string) =>
      run('DELETE FROM message WHERE queue = ? AND receiptHandle = ?', arn, receiptHandle) > 0,

    /** Zero seconds make the message visible at once. */
    changeVisibility: ({ arn }: QueueSettings, receiptHandle: string, seconds: number) =>
      run(
        'UPDATE message SET visibleAtMs = ?, receiptHandle = CASE WHEN ? > 0 THEN receiptHandle END WHERE queue = ? AND receiptHandle = ?',
        now() + seconds * 1000,
        seconds,
        arn,
        receiptHandle,
      ) > 0,

    /** Moves a received message to the dead-letter queue. A queue without a dead-letter queue loses the message. */
    drop({ arn, redrive }: QueueSettings, receiptHandle: string) {
      if (redrive)
        run(
          'UPDATE message SET queue = ?, receiptHandle = NULL, receiveCount = 0, visibleAtMs = ? WHERE queue = ? AND receiptHandle = ?',
          redrive.deadLetterTargetArn,
          now(),
          arn,
          receiptHandle,
        );
      else run('DELETE FROM message WHERE queue = ? AND receiptHandle = ?', arn, receiptHandle);
    },

    count({ arn }: QueueSettings) {
      const count = (condition: string) =>
        Number(
          database.prepare(`SELECT count(*) AS n FROM message WHERE queue = ? AND ${condition}`).get(arn, now())?.['n'],
        );
      return {
        visible: count('visibleAtMs <= ?'),
        inFlight: count('visibleAtMs > ? AND receiptHandle IS NOT NULL'),
        delayed: count('visibleAtMs > ? AND receiptHandle IS NULL'),
      };
    },

    close: () => database.close(),
  };
}

interface NewMessage {
  body: string;
  delaySeconds?: number | undefined;
  traceHeader?: string | null | undefined;
}

export type MessageStore = ReturnType<typeof openMessageStore>;

const messageOf = (
  row: Record<string, SQLOutputValue>,
  received: Pick<StoredMessage, 'receiptHandle' | 'receiveCount' | 'firstReceivedAtMs'>,
): StoredMessage => ({
  messageId: String(row['messageId']),
  body: String(row['body']),
  sentAtMs: Number(row['sentAtMs']),
  traceHeader: row['traceHeader'] === null ? undefined : String(row['traceHeader']),
  ...received,
});
