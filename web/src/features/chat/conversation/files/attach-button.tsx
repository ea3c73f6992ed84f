import { useRef } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import { hasStoredFiles } from '../composer/has-stored-files.ts';

/** Attaches files to a draft. The code for it is loaded with the first file. */
export const attachFiles = async (draftId: string, files: readonly File[]) => {
  if (files.length > 0) (await import('./pictures.ts')).attach(draftId, files);
};

/** Attaches the files again that a draft had before a reload. */
export const restoreFiles = async (draftId: string) => {
  if (hasStoredFiles(draftId)) (await import('./pictures.ts')).restore(draftId);
};

/** Opens the browser's dialog for files. */
export function AttachButton({ onChoose }: { onChoose: (files: File[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button aria-label="Attach files" title="Attach files" onClick={() => field.current?.click()}>
        +
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        multiple
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          // The same file may be chosen again after it was removed.
          target.value = '';
        }}
      />
    </>
  );
}
