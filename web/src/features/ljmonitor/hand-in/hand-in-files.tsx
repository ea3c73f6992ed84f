import { type ClipboardEvent, useCallback, useRef, useState } from 'react';
import { errorMessage, isTransient } from '../../../api/api-error.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import styles from './hand-in.module.css';
import { describeResult, type HandInResult, HandInResults } from './hand-in-results.tsx';
import type { HandedIn } from './describe-handed-in.ts';
import { useHandIn } from './queries.ts';
import { type BrowserPage, readPageFile, readPasted, UnreadableFile } from './saved-pages/read-file.ts';
import { useDroppedFiles } from '../../../ui/field/use-dropped-files.ts';

/** Takes saved pages: dropped, chosen, or pasted as source. Each has a line with its result. */
export function HandInFiles() {
  const { mutateAsync } = useHandIn();
  const [results, setResults] = useState<HandInResult[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLDivElement>(null);

  const handIn = useCallback(
    async (name: string, read: () => Promise<BrowserPage>) => {
      const key = crypto.randomUUID();
      const show = (result: Omit<HandInResult, 'key' | 'name'>) =>
        setResults((all) => all.map((each) => (each.key === key ? { key, name, ...result } : each)));
      async function send() {
        show({ isBad: false });
        show(await resultOf(async () => mutateAsync(await read()), send));
      }
      setResults((all) => [...all, { key, name, isBad: false }]);
      await send();
    },
    [mutateAsync],
  );

  /** Hands the pages in one after the other, so that the last one completes the reading. */
  const handInAll = useCallback(
    async (files: readonly File[]) => {
      for (const file of files) await handIn(file.name, () => readPageFile(file));
    },
    [handIn],
  );
  const isOver = useDroppedFiles(
    zone,
    useCallback((files) => void handInAll(files), [handInAll]),
  );

  function paste(event: ClipboardEvent) {
    const source = event.clipboardData.getData('text/plain');
    event.preventDefault();
    void handIn('Pasted source', async () => readPasted(source));
  }

  return (
    <div>
      <div ref={zone} className={isOver ? `${styles.drop} ${styles.over}` : styles.drop}>
        <p>Drop saved pages (.html, .mhtml) here.</p>
        <Button onClick={() => input.current?.click()}>Choose files</Button>
        <input
          ref={input}
          className="unseen"
          type="file"
          tabIndex={-1}
          aria-label="Saved pages"
          multiple
          onChange={({ target }) => {
            void handInAll([...(target.files ?? [])]);
            // The same file may be chosen again.
            target.value = '';
          }}
        />
        <textarea
          className={styles.paste}
          aria-label="Source of a page"
          placeholder="Or paste its source"
          rows={1}
          value=""
          onChange={() => undefined}
          onPaste={paste}
        />
      </div>
      <HandInResults results={results} />
    </div>
  );
}

async function resultOf(
  handIn: () => Promise<HandedIn>,
  again: () => Promise<void>,
): Promise<Omit<HandInResult, 'key' | 'name'>> {
  try {
    return describeResult(await handIn());
  } catch (error) {
    if (error instanceof UnreadableFile) return { text: error.message, isBad: true };
    return { text: errorMessage(error), isBad: true, onRetry: isTransient(error) ? () => void again() : undefined };
  }
}
