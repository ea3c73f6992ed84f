import type { ReactNode } from 'react';

export const forOwner = (link: ReactNode) => <>Read the {link}. The servers start once you have accepted it.</>;

export const forOthers = (link: ReactNode) => (
  <>This server cannot start yet. The owner of the site has to accept the {link} first.</>
);
