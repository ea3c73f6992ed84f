import type { ReactNode } from 'react';

export const id = 'id';
export const idOrLink = 'ID or link';
export const add = 'add';
export const lookingUp = 'Looking it up on the listing site…';
export const enterIdOrLink = 'Enter a community’s ID, or a link to it or one of its houses.';
export const couldNotAdd = (errorMessage: string) => `Could not add the community. ${errorMessage}`;

export const aboutIdField = (link: ReactNode) => (
  <>Paste a link to a community or one of its houses, in any city, or enter an ID of {link}.</>
);
