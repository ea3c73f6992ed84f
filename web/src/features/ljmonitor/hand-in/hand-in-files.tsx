import { type ClipboardEvent, useCallback, useRef, useState } from 'react';
import { errorMessage } from '../../../api/api-error.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import styles from './hand-in.module.css';
import { describeResult, type HandInResult, HandInResults } from './hand-in-results.tsx';
import type { HandedIn } from './messages.ts';
import { useHandIn } from './queries.ts';
import { type BrowserPage, readPageFile, readPasted, UnreadableFile } from './saved-pages/read-file.ts';
import { useDroppedFiles } from '../../../ui/field/use-dropped-files.ts';
import * as texts from './messages.ts';

/** Takes saved pages: dropped, chosen, or pasted as source. Each has a line with its result. */
export function HandInFiles() {
  const { mutateAsync } = useHandIn();
  const [results, setResults] = useState<HandInResult[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLDivElement>(null);

  const handIn = useCallback(
    async (name: string, read: () => Promise<BrowserPage>) => {
      const key = crypto.randomUUID();
      setResults((all) => [...all, { key, name, isBad: false }]);
      const result = await resultOf(async () => mutateAsync(await read()));
      setResults((all) => all.map((each) => (each.key === key ? { ...each, ...result } : each)));
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
    void handIn(texts.pastedSource, async () => readPasted(source));
  }

  return (
    <div>
      <div ref={zone} className={isOver ? `${styles.drop} ${styles.over}` : styles.drop}>
        <p>{texts.dropSavedPages}</p>
        <Button onClick={() => input.current?.click()}>{texts.chooseFiles}</Button>
        <input
          ref={input}
          className="unseen"
          type="file"
          tabIndex={-1}
          aria-label={texts.savedPages}
          multiple
          onChange={({ target }) => {
            void handInAll([...(target.files ?? [])]);
            // The same file may be chosen again.
            target.value = '';
          }}
        />
        <textarea
          className={styles.paste}
          aria-label={texts.sourceOfAPage}
          placeholder={texts.orPasteItsSource}
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

async function resultOf(handIn: () => Promise<HandedIn>): Promise<Pick<HandInResult, 'text' | 'open' | 'isBad'>> {
  try {
    const handed = await handIn();
    return describeResult(handed);
  } catch (error) {
    return { text: error instanceof UnreadableFile ? error.message : errorMessage(error), isBad: true };
  }
}
