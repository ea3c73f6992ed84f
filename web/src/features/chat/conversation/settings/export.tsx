import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ChatSession } from 'shared-types/contract/chat';
import { download } from '../../../../ui/content/download.ts';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { loadAllMessages } from './load-all-messages.ts';
import styles from './settings.module.css';
import { transcriptFile, type ExportFormat } from './transcript.ts';
import { formatCount } from '../../format.ts';
import { modelsQuery } from '../../queries.ts';

const formats = ['Markdown', 'JSON'] as const;

/** Saves the whole conversation as a file, including messages that are not loaded yet. */
export function Export({ conversation }: { conversation: ChatSession }) {
  const client = useQueryClient();
  const [loaded, setLoaded] = useState(0);
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);
  const save = useMutation({
    mutationFn: async (format: ExportFormat) => {
      abortController.current = new AbortController();
      const messages = await loadAllMessages(conversation.sessionId, abortController.current.signal, setLoaded);
      const models = await client.ensureQueryData(modelsQuery);
      const { name, type, text } = transcriptFile(format, { conversation, messages }, models);
      download(name, type, text);
    },
  });
  return (
    <>
      <p className={styles.hint}>
        Export{' '}
        {formats.map((format) => (
          <span key={format} className={styles.format}>
            <LinkButton aria-disabled={save.isPending} onClick={() => save.isPending || save.mutate(format)}>
              {format}
            </LinkButton>
          </span>
        ))}
        {save.isPending && <span role="status">{`Loaded ${formatCount(loaded)} messages…`}</span>}
        {save.isSuccess && <span role="status">Saved</span>}
      </p>
      {save.isError && <Failure what="Could not export the conversation." error={save.error} />}
    </>
  );
}
