import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { Page } from '../../../layout/page.tsx';
import { googleConfirmationNotice } from '../messages.ts';
import { announceConfirmation } from './confirmation-channel.ts';
import * as texts from './messages.ts';
import * as sentences from './sentences.tsx';

/** The end of a confirmation at Google, in a tab of its own. */
export function ConfirmedPage() {
  const error = new URLSearchParams(useLocation().search).get('error') ?? '';
  useEffect(() => announceConfirmation(error), [error]);
  const title = error === '' ? texts.confirmed : texts.notConfirmed;
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <p>{sentences.closeThisTab(error !== '' && googleConfirmationNotice(error))}</p>
    </Page>
  );
}
