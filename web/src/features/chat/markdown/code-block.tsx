import { useEffect, useId, useState } from 'react';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import styles from './markdown.module.css';
import type { Span } from './highlight.ts';

/** Longer code stays in one colour: nobody reads it for its colours, and it would hold up the page. */
const maxHighlightedLength = 20_000;

interface CodeBlockProps {
  code: string;
  /** What follows the fence: 'ts', 'ts title="a.ts"'. */
  language: string | undefined;
  isGrowing: boolean;
}

export function CodeBlock({ code, language: info = '', isGrowing }: CodeBlockProps) {
  const language = /^[\w+#.-]+/.exec(info)?.[0].toLowerCase() ?? '';
  const id = useId();
  const spans = useHighlighted(code, isGrowing ? '' : language);
  return (
    <div className={styles.block}>
      <div className={styles.head}>
        <span>{language}</span>
        <CopyButton of={id} what="code" />
      </div>
      <pre role="group" aria-label={language === '' ? 'code' : `code: ${language}`} tabIndex={0}>
        <code id={id}>
          {spans
            ? spans.map(({ kind, text }, index) => (
                <span key={index} className={kind && styles[kind]}>
                  {text}
                </span>
              ))
            : code}
        </code>
      </pre>
    </div>
  );
}

/** The code in its colours, once they have been worked out: what does that is loaded when the first code shows. */
function useHighlighted(code: string, language: string): Span[] | undefined {
  const [done, setDone] = useState<{ code: string; spans: Span[] | undefined }>();
  useEffect(() => {
    if (language === '' || code.length > maxHighlightedLength) return undefined;
    let isWanted = true;
    const work = async () => {
      const { highlightCode } = await import('./highlight.ts');
      const spans = await highlightCode(code, language);
      if (isWanted) setDone({ code, spans });
    };
    // Without colours it reads as well: a connection that broke is no reason to say more.
    work().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [code, language]);
  return done?.code === code ? done.spans : undefined;
}
