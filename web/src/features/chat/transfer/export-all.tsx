import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { formatCount } from '../format.ts';
import * as texts from './messages.ts';
import { allConversations } from './run-export.ts';
import styles from './transfer.module.css';
import { useExport } from './use-export.ts';

/** Saves all conversations as one file. */
export function ExportAll() {
  const { save, loaded } = useExport(allConversations);
  return (
    <section className={styles.part}>
      <h2>{texts.exportAll}</h2>
      <p>{texts.exportHint}</p>
      <Button aria-busy={save.isPending} onClick={() => save.isPending || save.mutate()}>
        {texts.exportAll}
      </Button>
      <p role="status">
        {save.isPending && texts.exporting(formatCount(loaded))}
        {save.isSuccess && texts.exported(formatCount(loaded))}
      </p>
      {save.isError && <Failure what={texts.couldNotExport} error={save.error} onRetry={() => save.mutate()} />}
    </section>
  );
}
