import { useEffect, useId, useState } from 'react';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import styles from '../markdown.module.css';
import type { Span } from './highlight.ts';

/** Longer code is not highlighted, because it would block the page. */
const maxHighlightedLength = 20_000;

interface CodeBlockProps {
  code: string;
  /** The info string after the fence: 'ts', 'ts title="a.ts"'. */
  language: string | undefined;
  isGrowing: boolean;
}

export function CodeBlock({ code, language: info = '', isGrowing }: CodeBlockProps) {
  const language = /^[\w+#.-]+/.exec(info)?.[0].toLowerCase() ?? '';
  const id = useId();
  const spans = useHighlighted(code, isGrowing ? '' : language);
  const [wraps, setWraps] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const save = async () => (await import('./download-code.ts')).downloadCode(code, info);
  return (
    <div className={`${styles.block} ${wraps ? styles.wrapped : ''}`} dir="ltr">
      <div className={styles.head} data-uncopied>
        <span>{language}</span>
        <LinkButton onClick={() => setWraps(!wraps)}>
          {wraps ? 'Unwrap' : 'Wrap'}
          <span className="unseen"> lines</span>
        </LinkButton>
        {!isGrowing && (
          <LinkButton onClick={() => void save().catch(() => setFailed(true))}>
            {hasFailed ? 'Reload to download' : 'Download'}
            <span className="unseen"> code</span>
          </LinkButton>
        )}
        <CopyButton of={id} what="code" />
      </div>
      <pre role="group" aria-label={language === '' ? 'Code' : `Code: ${language}`} tabIndex={0}>
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

/** Returns the highlighted code, once it is ready. The highlighter is loaded with the first code block. */
function useHighlighted(code: string, language: string): Span[] | undefined {
  const [done, setDone] = useState<{ code: string; spans: Span[] | undefined }>();
  useEffect(() => {
    if (language === '' || code.length > maxHighlightedLength) return undefined;
    let isCurrent = true;
    const work = async () => {
      const { highlightCode } = await import('./highlight.ts');
      const spans = await highlightCode(code, language);
      if (isCurrent) setDone({ code, spans });
    };
    // If the highlighter cannot be loaded, the code stays readable without colors.
    work().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [code, language]);
  return done?.code === code ? done.spans : undefined;
}
