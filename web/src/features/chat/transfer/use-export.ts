import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ChatSession } from 'shared-types/contract/chat';
import { download } from '../../../ui/content/download.ts';
import { modelsQuery } from '../queries.ts';
import { nothingExported, runExport } from './run-export.ts';

/** Saves conversations as one file. It also returns what is loaded. */
export function useExport(
  listConversations: (signal: AbortSignal) => Iterable<ChatSession> | AsyncIterable<ChatSession>,
) {
  const client = useQueryClient();
  const [loaded, setLoaded] = useState(nothingExported);
  const ending = useRef<AbortController>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const save = useMutation({
    mutationFn: async () => {
      ending.current = new AbortController();
      setLoaded(nothingExported);
      const { signal } = ending.current;
      const models = await client.ensureQueryData(modelsQuery);
      const zip = await runExport(listConversations(signal), models, signal, setLoaded);
      download(`chat-${new Date().toISOString().slice(0, 10)}.zip`, 'application/zip', zip);
    },
  });
  return { save, loaded };
}
