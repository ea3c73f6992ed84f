import type { ReactNode } from 'react';

export const nextStart = (value: string, by: ReactNode, children: ReactNode) => (
  <>
    The next start begins with {value}, chosen by {by}. {children}
  </>
);

export const worldCopied = (link: ReactNode) => <>Copied to {link}. Its next start begins with this world.</>;
