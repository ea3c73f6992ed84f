import type { ReactNode } from 'react';

export const deletedOrIncompleteLink = (link: ReactNode) => <>It was deleted, or the link is incomplete. {link}</>;

export const editEllipsis = (span: ReactNode) => <>Edit{span}</>;
