import * as z from 'zod';
import { localAccount } from '../access.ts';
import { refuse, respond, type Service } from '../endpoint.ts';
import { isObject, type JsonObject, parseJson } from '../../json.ts';
import type { BusEvent } from './event-rules.ts';

/** The entries of docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html: ten of them, 256 KB together. */
const PutEvents = z.strictObject({
  Entries: z
    .array(
      z.strictObject({
        Source: z
          .string()
          .min(1)
          .regex(/^(?!aws\.)/),
        DetailType: z.string().min(1).max(128),
        Detail: z.string(),
      }),
    )
    .min(1)
    .max(10),
});
const maxBytes = 256 * 1024;

const { account, region } = localAccount;
const bus = `arn:aws:events:${region}:${account}:event-bus/default`;

/** Serves the default bus as functions call it. An event is delivered after the answer, as in AWS. */
export function eventBridgeService(put: (event: BusEvent) => Promise<void>): Service {
  let events = 0;

  function entryOf({ Source, DetailType, Detail }: z.infer<typeof PutEvents>['Entries'][number]) {
    const detail = jsonOf(Detail);
    if (!detail) return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
    void put({ source: Source, detailType: DetailType, detail }).catch(() => {
      // The function's log has the failure. Lambda has tried again by then.
    });
    return { EventId: `local-${++events}` };
  }

  return {
    deniedStatus: 400,
    requiredPermissions: (operation) =>
      operation === 'PutEvents' ? [{ action: 'events:PutEvents', resource: bus }] : undefined,
    serve({ input }, response) {
      const parsed = PutEvents.safeParse(input);
      if (!parsed.success) return refuse(response, 400, 'ValidationException', z.prettifyError(parsed.error));
      const bytes = parsed.data.Entries.reduce(
        (sum, entry) => sum + Buffer.byteLength(Object.values(entry).join('')),
        0,
      );
      if (bytes > maxBytes)
        return refuse(response, 400, 'ValidationException', 'Total size of the entries is too large');
      const Entries = parsed.data.Entries.map(entryOf);
      respond(response, { FailedEntryCount: Entries.filter((entry) => 'ErrorCode' in entry).length, Entries });
    },
  };
}

function jsonOf(text: string): JsonObject | undefined {
  try {
    const parsed = parseJson(text);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
