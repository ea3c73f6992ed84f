import type { ReactNode } from 'react';

export const waysToJoin = (
  link: ReactNode,
  code: ReactNode,
  copyButton: ReactNode,
  code2: ReactNode,
  copyButton2: ReactNode,
) => (
  <>
    {link} or type it there: address {code} {copyButton}, port {code2} {copyButton2}. Consoles cannot add servers.
  </>
);

export const noStackSelected = (link: ReactNode) => <>No stack selected. {link}</>;
