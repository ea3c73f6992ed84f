import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { formatCount } from '../format.ts';
import { personasQuery } from '../personas/personas-query.ts';
import { reloadConversations } from '../queries.ts';
import { UnreadableExport } from './export-file.ts';
import type { Loss } from './exported-files.ts';
import type { LeftOut } from './imported.ts';
import { type ImportProgress, noProgress, runImport } from './run-import.ts';
import { countConversations, countFiles } from './texts.ts';
import styles from './transfer.module.css';
import { useLongTask } from './use-long-task.ts';

function describeProgress({ conversations, here, added, files, personas }: ImportProgress) {
  const messages = added === 1 ? '1 message added' : `${formatCount(added)} messages added`;
  const known = here === 0 ? '' : `, ${formatCount(here)} already here`;
  const uploaded = files === 0 ? '' : `, ${countFiles(files)} uploaded`;
  const asPersonas = counted(personas, 'persona added', 'personas added').map((each) => `, ${each}`);
  return `${countConversations(formatCount(conversations))} read${known}, ${messages}${uploaded}${asPersonas.join('')}`;
}

const counted = (count: number, one: string, several: string) =>
  count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : several}`];

const listOf = new Intl.ListFormat('en');

/** Returns an empty text when nothing was left out. */
function describeLeftOut(leftOut: LeftOut) {
  const { messages, pictures, files, unknown, thoughts, prompts, choices, versions, personas } = leftOut;
  const parts = [
    ...counted(messages, 'message of another branch', 'messages of other branches'),
    ...counted(pictures, 'picture', 'pictures'),
    ...counted(files, 'file', 'files'),
    ...counted(versions, 'other version of an answer', 'other versions of answers'),
    ...counted(personas, 'persona', 'personas'),
    ...counted(thoughts, 'answer’s thoughts or sources', 'answers’ thoughts or sources'),
    ...counted(prompts, 'system prompt', 'system prompts'),
    ...counted(choices, 'choice of effort or web search', 'choices of effort or web search'),
    ...counted(unknown, 'part in an unknown format', 'parts in an unknown format'),
  ];
  if (parts.length === 0) return '';
  return `${listOf.format(parts)} ${messages + pictures + files + unknown + prompts + choices + versions + personas === 1 && thoughts === 0 ? 'was' : 'were'} left out.`;
}

const reasons: Record<Loss, string> = {
  missing: 'not in the export',
  tooLarge: 'too large',
  tooMany: 'more than a question can have',
  refused: 'damaged or of another type',
  known: 'of questions that are already here',
};

/** Returns an empty text when all files of questions came back. */
function describeLost(lost: ImportProgress['lost']) {
  const losses = (['missing', 'tooLarge', 'tooMany', 'refused', 'known'] as const).filter((loss) => lost[loss] > 0);
  if (losses.length === 0) return '';
  const parts = losses.map((loss) => `${formatCount(lost[loss])} ${reasons[loss]}`);
  const all = losses.reduce((sum, loss) => sum + lost[loss], 0);
  return `${countFiles(all)} could not be brought back: ${listOf.format(parts)}.`;
}

/** Returns an empty text when none were. */
const describeDeleted = ({ ofDeleted }: ImportProgress) =>
  ofDeleted === 0
    ? ''
    : `${formatCount(ofDeleted)} ${ofDeleted === 1 ? 'message is of a conversation' : 'messages are of conversations'} that you have just deleted. Import again in a minute.`;

/** Returns an empty text when there are none. */
const describeWithoutFiles = ({ withoutFiles }: ImportProgress) =>
  withoutFiles === 0
    ? ''
    : `${countConversations(formatCount(withoutFiles))} with files ${withoutFiles === 1 ? 'was' : 'were'} left out, because the end of the zip is missing.`;

const incomplete =
  'A file is damaged or incomplete, so conversations may be missing. Download it again, and import it.';

const describeEnd = (progress: ImportProgress) =>
  [
    `Done: ${describeProgress(progress)}.`,
    describeLost(progress.lost),
    describeLeftOut(progress.leftOut),
    describeDeleted(progress),
    describeWithoutFiles(progress),
    progress.isIncomplete && incomplete,
  ]
    .filter(Boolean)
    .join(' ');

/** Takes the conversations of exports. */
export function ImportExport() {
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const task = useLongTask('import', noProgress, async (files: File[], running) => {
    try {
      running.onProgress(await runImport(files, running));
    } finally {
      void reloadConversations(client);
      void client.invalidateQueries({ queryKey: personasQuery.queryKey });
    }
  });
  const { status, progress, error, input, start } = task;
  return (
    <section className={styles.part}>
      <h2>Import</h2>
      <p>
        From ChatGPT, choose the zip of its data export or its conversations.json. From LibreChat, choose its JSON
        files. From another site like this one, choose the zip of “Export all”. Importing again adds only the messages
        that are missing.
      </p>
      <input
        ref={field}
        hidden
        type="file"
        multiple
        aria-label="Choose files"
        accept=".zip,.json,application/zip,application/json"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          if (files.length > 0) start(files);
          // The same files can be chosen again.
          target.value = '';
        }}
      />
      <Button aria-busy={status === 'running'} onClick={() => status === 'running' || field.current?.click()}>
        Choose files
      </Button>
      {status === 'running' && (
        <p>
          <progress aria-label="Import progress" max={1} value={progress.share} />{' '}
          <LinkButton onClick={task.stop}>Stop</LinkButton>
        </p>
      )}
      <p role="status">
        {status === 'running' && describeProgress(progress)}
        {status === 'done' && describeEnd(progress)}
        {status === 'stopped' && 'Import stopped. Choose the same files again to continue.'}
      </p>
      {status === 'failed' && error instanceof UnreadableExport && <p role="alert">{error.message}</p>}
      {status === 'failed' && !(error instanceof UnreadableExport) && (
        <Failure what="Could not import the file." error={error} onRetry={() => start(input ?? [])} />
      )}
    </section>
  );
}
