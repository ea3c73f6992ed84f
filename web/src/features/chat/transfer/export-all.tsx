import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { allConversations } from './run-export.ts';
import { exported, exportFailed, exporting, exportStopped } from './texts.ts';
import styles from './transfer.module.css';
import { useExport } from './use-export.ts';

/** Saves all conversations as one file. */
export function ExportAll() {
  const task = useExport('export of all', { list: allConversations, hasPersonas: true });
  const { status, progress, save } = task;
  return (
    <section className={styles.part}>
      <h2>Export all</h2>
      <p>Saves all your conversations as a zip: JSON, Markdown, the files of your questions and your personas.</p>
      <Button aria-busy={status === 'running'} onClick={save}>
        Export all
      </Button>
      {status === 'running' && (
        <p>
          <LinkButton onClick={task.stop}>Stop</LinkButton>
        </p>
      )}
      <p role="status">
        {status === 'running' && exporting(progress)}
        {status === 'done' && exported(progress)}
        {status === 'stopped' && exportStopped}
      </p>
      {status === 'failed' && <Failure what={exportFailed(task.zip)} error={task.error} onRetry={task.goOn} />}
    </section>
  );
}
