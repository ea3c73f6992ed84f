import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { formatCount } from '../format.ts';
import { reloadConversations } from '../queries.ts';
import { UnreadableExport } from './export-file.ts';
import * as texts from './messages.ts';
import { type ImportProgress, noneLeftOut, runImport } from './run-import.ts';
import styles from './transfer.module.css';

/** Takes the conversations of an export of ChatGPT. */
export function ImportExport() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress>();
  const [wasStopped, setStopped] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const ending = useRef<AbortController>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const run = useMutation({
    mutationFn: (file: File) => {
      ending.current = new AbortController();
      setStopped(false);
      setProgress({ share: 0, conversations: 0, added: 0, leftOut: noneLeftOut });
      return runImport(file, { signal: ending.current.signal, onProgress: setProgress });
    },
    onSuccess: setProgress,
    onSettled: () => void reloadConversations(client),
  });
  const counts = [formatCount(progress?.conversations ?? 0), formatCount(progress?.added ?? 0)] as const;
  const isStopped = run.isError && wasStopped;
  const stop = () => {
    setStopped(true);
    ending.current?.abort();
  };
  return (
    <section className={styles.part}>
      <h2>{texts.importHeading}</h2>
      <p>{texts.importHint}</p>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={texts.importFile}
        accept=".zip,.json,application/zip,application/json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) run.mutate(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button aria-busy={run.isPending} onClick={() => run.isPending || input.current?.click()}>
        {texts.importFile}
      </Button>
      {run.isPending && (
        <p>
          <progress aria-label={texts.progressOfImport} max={1} value={progress?.share ?? 0} />{' '}
          <LinkButton onClick={stop}>{texts.stop}</LinkButton>
        </p>
      )}
      <p role="status">
        {run.isPending && texts.importing(...counts)}
        {run.isSuccess && `${texts.imported(...counts)} ${texts.leftOut(progress?.leftOut ?? noneLeftOut)}`.trim()}
        {isStopped && texts.stopped}
      </p>
      {run.error instanceof UnreadableExport && <p role="alert">{run.error.message}</p>}
      {run.isError && !isStopped && !(run.error instanceof UnreadableExport) && (
        <Failure what={texts.couldNotImport} error={run.error} onRetry={() => run.mutate(run.variables)} />
      )}
    </section>
  );
}
