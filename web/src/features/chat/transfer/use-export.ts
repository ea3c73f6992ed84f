import { useQueryClient } from '@tanstack/react-query';
import type { ChatSession } from 'shared-types/contract/chat';
import { call } from '../../../api/call.ts';
import { retried } from '../../../api/retry.ts';
import { download } from '../../../ui/content/download.ts';
import { modelsQuery } from '../queries.ts';
import { exportZip, nothingExported, runExport } from './run-export.ts';
import { useLongTask } from './use-long-task.ts';

interface ExportOf {
  list: (signal: AbortSignal) => Iterable<ChatSession> | AsyncIterable<ChatSession>;
  hasPersonas?: boolean;
}

/** Saves conversations as one file. An export that has failed goes on where it stopped. */
export function useExport(name: string, what: ExportOf) {
  const client = useQueryClient();
  const task = useLongTask(
    name,
    nothingExported,
    async ({ list, hasPersonas, zip }: ExportOf & { zip: ReturnType<typeof exportZip> }, { signal, onProgress }) => {
      const models = await client.ensureQueryData(modelsQuery);
      const personas = hasPersonas ? await retried(() => call('GET /api/chat/personas', { signal }), signal) : [];
      const file = await runExport(list(signal), models, signal, onProgress, { personas, zip });
      download(`chat-${new Date().toISOString().slice(0, 10)}.zip`, 'application/zip', file);
    },
  );
  const { input, start } = task;
  return {
    ...task,
    zip: input?.zip,
    save: () => start({ ...what, zip: exportZip() }),
    goOn: () => start(input ?? { ...what, zip: exportZip() }),
  };
}
