import { queryOptions, useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import type { ChatFile } from 'shared-types/contract/chat/files';
import { call } from '../../../../api/call.ts';
import { Button, buttonClass } from '../../../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../../../ui/content/dialog.tsx';
import styles from './files.module.css';
import { formatBytes } from './format-file.ts';

/** An address is valid for an hour. */
const freshMs = 50 * 60_000;

/** Loads the addresses of a question's files. */
const addressesQuery = (sessionMessageId: string) =>
  queryOptions({
    queryKey: ['chat', 'files', sessionMessageId],
    meta: { part: 'files' },
    queryFn: ({ signal }) =>
      call('GET /api/chat/session/message/{sessionMessageId}/files', { params: { sessionMessageId }, signal }),
    staleTime: freshMs,
    gcTime: freshMs,
    refetchOnWindowFocus: false,
  });

/** A picture that fails sooner is gone, and a new address would not help. */
const retryAfterMs = 60_000;

const isOlderThan = (ageMs: number, time: number) => Date.now() - time > ageMs;

/** The files of a question. A picture opens in a dialog, and the browser saves any other file. */
export function QuestionFiles({ sessionMessageId, files }: { sessionMessageId: string; files: ChatFile[] }) {
  const { data, dataUpdatedAt, refetch } = useQuery(addressesQuery(sessionMessageId));
  const [opened, setOpened] = useState<ChatFile>();
  const urlOf = ({ fileId }: ChatFile) => data?.find((each) => each.fileId === fileId)?.url;
  const onError = () => {
    if (isOlderThan(retryAfterMs, dataUpdatedAt)) void refetch();
  };
  /** Follows a link with a new address when that of an old page is no longer valid. */
  const follow = async (event: MouseEvent, { fileId }: ChatFile) => {
    if (!isOlderThan(freshMs, dataUpdatedAt)) return;
    event.preventDefault();
    const { data: fresh } = await refetch();
    const url = fresh?.find((each) => each.fileId === fileId)?.url;
    if (url !== undefined) window.open(url, '_self');
  };
  return (
    <>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.fileId}>
            {file.width === undefined ? (
              <a className={styles.chip} href={urlOf(file)} onClick={(event) => void follow(event, file)}>
                <span className={styles.name} dir="auto">
                  {file.name}
                </span>
                <span className={styles.size}>{formatBytes(file.bytes)}</span>
              </a>
            ) : (
              <button type="button" aria-haspopup="dialog" onClick={() => setOpened(file)}>
                <img
                  src={urlOf(file)}
                  alt={file.name}
                  width={file.width}
                  height={file.height}
                  loading="lazy"
                  decoding="async"
                  onError={onError}
                />
              </button>
            )}
          </li>
        ))}
      </ul>
      {opened && (
        <Dialog title={opened.name} onClose={() => setOpened(undefined)}>
          <img
            className={styles.whole}
            src={urlOf(opened)}
            alt={opened.name}
            width={opened.width}
            height={opened.height}
            onError={onError}
          />
          <DialogButtons>
            <a className={buttonClass} href={urlOf(opened)} onClick={(event) => void follow(event, opened)}>
              Download
            </a>
            <Button onClick={() => setOpened(undefined)}>Close</Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}
