import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ChatMessage, ChatSession } from 'shared-types/contract/chat';
import { call } from '../../../../api/call.ts';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { chronological } from '../messages/message-pages.ts';
import styles from './settings.module.css';
import { transcriptFile, type Format } from './transcript.ts';
import { formatCount } from '../../format.ts';

const formats = ['Markdown', 'JSON'] as const;

/** Saves the whole conversation as a file, however much of it is loaded. */
export function Export({ session }: { session: ChatSession }) {
  const [loaded, setLoaded] = useState(0);
  const underWay = useRef<AbortController>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  const save = useMutation({
    mutationFn: async (format: Format) => {
      underWay.current = new AbortController();
      const messages = await loadAllMessages(session.sessionId, underWay.current.signal, setLoaded);
      download(transcriptFile(format, { session, messages }));
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
        {save.isPending && <span role="status">{formatCount(loaded)} messages …</span>}
        {save.isSuccess && <span role="status">saved</span>}
      </p>
      {save.isError && <Failure what="Nothing was saved." error={save.error} />}
    </>
  );
}

async function loadAllMessages(sessionId: string, signal: AbortSignal, onProgress: (loaded: number) => void) {
  const pages: ChatMessage[][] = [];
  let cursor: string | undefined;
  for (;;) {
    const page: ChatMessage[] = await call('GET /api/chat/session/message/list', {
      query: { sessionId, ...(cursor !== undefined && { lastSessionMessageId: cursor }) },
      signal,
    });
    cursor = page.at(-1)?.sessionMessageId;
    if (cursor === undefined) return chronological(pages);
    pages.push(page);
    onProgress(pages.reduce((sum, { length }) => sum + length, 0));
  }
}

function download({ name, type, text }: ReturnType<typeof transcriptFile>) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Once the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
