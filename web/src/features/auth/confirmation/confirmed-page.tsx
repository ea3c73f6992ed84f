import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { Page } from '../../../layout/page.tsx';
import { announceConfirmation, googleConfirmationNotice } from './confirmation-channel.ts';

/** The end of a confirmation at Google, in a tab of its own. */
export function ConfirmedPage() {
  const error = new URLSearchParams(useLocation().search).get('error') ?? '';
  useEffect(() => announceConfirmation(error), [error]);
  const title = error === '' ? 'Confirmed' : 'Not confirmed';
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <p>{error !== '' && googleConfirmationNotice(error)} Close this tab and go back to the other one.</p>
    </Page>
  );
}
