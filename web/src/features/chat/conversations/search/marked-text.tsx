import { type ReactNode } from 'react';
import { rangesOf, searchTerms } from 'shared-types/rules/chat/find-messages';

/** A text with the words of a search marked. */
export function MarkedText({ text, search }: { text: string; search: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { from, to } of rangesOf(text, searchTerms(search))) {
    parts.push(text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>);
    end = to;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
