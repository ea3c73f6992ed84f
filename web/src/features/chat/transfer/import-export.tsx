import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { formatCount } from '../format.ts';
import { reloadConversations } from '../queries.ts';
import { UnreadableExport } from './export-file.ts';
import { type LeftOut, noneLeftOut } from './chatgpt/conversation.ts';
import { type ImportProgress, runImport } from './run-import.ts';
import { countConversations } from './texts.ts';
import styles from './transfer.module.css';

function describeProgress({ conversations, added }: ImportProgress) {
  const messages = added === 1 ? '1 message added' : `${formatCount(added)} messages added`;
  return `${countConversations(formatCount(conversations))} read, ${messages}`;
}

const counted = (count: number, one: string, several: string) =>
  count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : several}`];

const listOf = new Intl.ListFormat('en');

/** Returns an empty text when nothing was left out. */
function describeLeftOut({ messages, pictures, files, unknown }: LeftOut) {
  const parts = [
    ...counted(messages, 'message of another branch', 'messages of other branches'),
    ...counted(pictures, 'picture', 'pictures'),
    ...counted(files, 'file', 'files'),
    ...counted(unknown, 'part in an unknown format', 'parts in an unknown format'),
  ];
  if (parts.length === 0) return '';
  return `${listOf.format(parts)} ${messages + pictures + files + unknown === 1 ? 'was' : 'were'} left out.`;
}

const noProgress: ImportProgress = { share: 0, conversations: 0, added: 0, leftOut: noneLeftOut };

/** Takes the conversations of an export of ChatGPT. */
export function ImportExport() {
  const client = useQueryClient();
  const [progress, setProgress] = useState(noProgress);
  const [wasStopped, setStopped] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const ending = useRef<AbortController>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const run = useMutation({
    mutationFn: (file: File) => {
      ending.current = new AbortController();
      setStopped(false);
      setProgress(noProgress);
      return runImport(file, { signal: ending.current.signal, onProgress: setProgress });
    },
    onSuccess: setProgress,
    onSettled: () => void reloadConversations(client),
  });
  const isStopped = run.isError && wasStopped;
  const stop = () => {
    setStopped(true);
    ending.current?.abort();
  };
  return (
    <section className={styles.part}>
      <h2>Import from ChatGPT</h2>
      <p>
        Choose the zip from ChatGPT’s data export, or its file conversations.json. Importing it again adds only what is
        missing.
      </p>
      <input
        ref={input}
        hidden
        type="file"
        aria-label="Choose file"
        accept=".zip,.json,application/zip,application/json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) run.mutate(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button aria-busy={run.isPending} onClick={() => run.isPending || input.current?.click()}>
        Choose file
      </Button>
      {run.isPending && (
        <p>
          <progress aria-label="Import progress" max={1} value={progress.share} />{' '}
          <LinkButton onClick={stop}>Stop</LinkButton>
        </p>
      )}
      <p role="status">
        {run.isPending && describeProgress(progress)}
        {run.isSuccess && `Done: ${describeProgress(progress)}. ${describeLeftOut(progress.leftOut)}`.trim()}
        {isStopped && 'Import stopped. Choose the file again to continue.'}
      </p>
      {run.error instanceof UnreadableExport && <p role="alert">{run.error.message}</p>}
      {run.isError && !isStopped && !(run.error instanceof UnreadableExport) && (
        <Failure what="Could not import the file." error={run.error} onRetry={() => run.mutate(run.variables)} />
      )}
    </section>
  );
}
