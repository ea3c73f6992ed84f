import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Confirmation } from '../../../api/confirmation.ts';
import { sessionQuery } from '../../../api/session.ts';
import { Dialog } from '../../../ui/content/dialog.tsx';
import { GoogleConfirmation } from './google-confirmation.tsx';
import { PasswordConfirmation } from './password-confirmation.tsx';

/** Asks the user of a sensitive act to sign in again, in the way of the account. */
export default function ConfirmationDialog({ confirmation: { finish } }: { confirmation: Confirmation }) {
  const { data: user } = useQuery(sessionQuery);
  const confirm = useCallback(() => finish(true), [finish]);
  const cancel = () => finish(false);
  if (!user) return null;
  const { userId } = user;
  return (
    <Dialog title="Verify your identity" onClose={cancel}>
      {userId.startsWith('google|') ? (
        <GoogleConfirmation userId={userId} onConfirmed={confirm} onCancel={cancel} />
      ) : (
        <PasswordConfirmation onConfirmed={confirm} onCancel={cancel} />
      )}
    </Dialog>
  );
}
