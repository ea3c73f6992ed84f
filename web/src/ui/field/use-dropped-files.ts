import { type RefObject, useEffect, useState } from 'react';

/** Takes the files that a user drops on an element. Returns true while files are held over it. */
export function useDroppedFiles(target: RefObject<HTMLElement | null>, take: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const element = target.current;
    const abort = new AbortController();
    // Text that is dragged into a field stays the business of the browser.
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files');
    const hold = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    element?.addEventListener('dragover', hold, abort);
    element?.addEventListener('dragleave', () => setOver(false), abort);
    element?.addEventListener('drop', drop, abort);
    return () => abort.abort();
  }, [target, take]);
  return isOver;
}
