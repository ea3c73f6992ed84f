import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { allConversations } from './run-export.ts';
import { couldNotExport, exported, exporting } from './texts.ts';
import styles from './transfer.module.css';
import { useExport } from './use-export.ts';

/** Saves all conversations as one file. */
export function ExportAll() {
  const { save, loaded } = useExport(allConversations);
  return (
    <section className={styles.part}>
      <h2>Export all</h2>
      <p>Saves all your conversations as a zip: JSON, Markdown and the files of your questions.</p>
      <Button aria-busy={save.isPending} onClick={() => save.isPending || save.mutate()}>
        Export all
      </Button>
      <p role="status">
        {save.isPending && exporting(loaded)}
        {save.isSuccess && exported(loaded)}
      </p>
      {save.isError && <Failure what={couldNotExport} error={save.error} onRetry={() => save.mutate()} />}
    </section>
  );
}
