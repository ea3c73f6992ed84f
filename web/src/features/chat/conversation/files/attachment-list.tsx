import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { maxFilesPerQuestion, pdfType } from 'shared-types/rules/chat/files';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { modelsQuery } from '../../queries.ts';
import { readDraft, saveDraft, useDraft } from '../composer/draft.ts';
import { filesKeyOf } from '../composer/has-stored-files.ts';
import { detach } from './attach.ts';
import { extensionOf, formatBytes } from './format-file.ts';
import type { Attachment, OutgoingFile } from './attachment.ts';
import styles from './files.module.css';
import { storeFiles } from '../composer/stored-files.ts';

interface AttachmentListProps {
  draftId: string;
  modelCode: string | undefined;
  /** Tells whether the model cannot take the files. The list says why. */
  onRefuse: (isRefused: boolean) => void;
}

const isPicture = ({ file, preview }: Attachment) => file?.width !== undefined || preview !== undefined;

const describeLeftOut = (count: number) =>
  `A message can have ${maxFilesPerQuestion} files. ${count === 1 ? 'One was' : `${count} were`} left out.`;

const describeSize = ({ bytes, isCut }: OutgoingFile) =>
  isCut ? `This file is too long, so only the first ${formatBytes(bytes)} of its text are sent.` : formatBytes(bytes);

const describeUnread = (name: string) =>
  `${name} has no text, and this model reads only the text of PDFs. Choose another model, or remove the file.`;

/** Counts what the model is shown as it is: a PDF may be sent as its text. */
const shownBytes = (attachments: readonly Attachment[], pdfs = false) =>
  attachments
    .filter((each) => isPicture(each) || (pdfs && each.file?.type === pdfType))
    .reduce((sum, { file, size }) => sum + (file ?? size ?? { bytes: 0 }).bytes, 0);

/** The files that the next message is sent with, each with its progress. */
export function AttachmentList({ draftId, modelCode, onRefuse }: AttachmentListProps) {
  const { attachments = [] } = useDraft(draftId);
  const { data: models } = useQuery({ ...modelsQuery, enabled: false });
  const model = models?.find(({ code }) => code === modelCode);
  const pictureOfPages = attachments.find(({ file }) => file?.type === pdfType && file.textFileId === undefined);
  const isBlind = model !== undefined && !model.pictures && attachments.some(isPicture);
  const unread = model?.pdfs ? undefined : pictureOfPages;
  const maxShownBytes = model?.maxShownBytes ?? Infinity;
  const isTooMuch = shownBytes(attachments, model?.pdfs) > maxShownBytes;
  const isRefused = isBlind || isTooMuch || (model !== undefined && unread !== undefined);
  useEffect(() => {
    onRefuse(isRefused);
    return () => onRefuse(false);
  }, [isRefused, onRefuse]);
  useEffect(() => {
    storeFiles(draftId, attachments);
    // The list is gone as well when the page is left, and then the files stay.
    return () => storeFiles(draftId, readDraft(draftId).attachments ?? []);
  }, [draftId, attachments]);
  useEffect(() => {
    // Another tab has sent the files or removed them. It knows nothing of those that this one uploads.
    const onOtherTab = ({ key, newValue }: StorageEvent) => {
      if (key !== filesKeyOf(draftId) || newValue !== null) return;
      const draft = readDraft(draftId);
      saveDraft(draftId, { ...draft, attachments: draft.attachments?.filter(({ file }) => file === undefined) ?? [] });
    };
    window.addEventListener('storage', onOtherTab);
    return () => window.removeEventListener('storage', onOtherTab);
  }, [draftId]);
  const { leftOut = 0 } = attachments.at(-1) ?? {};
  return (
    <div className={styles.attachments}>
      <ul aria-label="Attached files">
        {attachments.map((attachment) => (
          <AttachmentRow key={attachment.id} attachment={attachment} onRemove={() => detach(draftId, attachment)} />
        ))}
      </ul>
      <div aria-live="polite">
        {leftOut > 0 && <p className={styles.notice}>{describeLeftOut(leftOut)}</p>}
        {model && !model.pictures && attachments.some(isPicture) && (
          <p className={styles.error}>
            This model does not support pictures. Choose another model, or remove the pictures.
          </p>
        )}
        {isTooMuch && (
          <p className={styles.error}>
            The pictures and PDFs are larger than {formatBytes(maxShownBytes)} in total, and this model takes no more.
            Choose another model, or remove some of them.
          </p>
        )}
        {isRefused && unread && <p className={styles.error}>{describeUnread(unread.name)}</p>}
      </div>
    </div>
  );
}

function AttachmentRow({ attachment, onRemove }: { attachment: Attachment; onRemove: () => void }) {
  const { name, preview, share, file, error, retry } = attachment;
  return (
    <li>
      {preview === undefined ? (
        <span className={styles.preview}>{extensionOf(name)}</span>
      ) : (
        <img className={styles.preview} src={preview} alt={name} />
      )}
      <span className={styles.about}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        {error === undefined ? (
          file ? (
            <span className={styles.size} role={file.isCut ? 'status' : undefined}>
              {describeSize(file)}
            </span>
          ) : (
            <progress aria-label={`Uploading ${name}`} value={share} />
          )
        ) : (
          <span className={styles.error} role="alert">
            {error}
          </span>
        )}
      </span>
      {retry && error !== undefined && <LinkButton onClick={retry}>Retry</LinkButton>}
      <LinkButton onClick={onRemove}>
        Remove
        <span className="unseen"> {name}</span>
      </LinkButton>
    </li>
  );
}
