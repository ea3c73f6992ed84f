import { useQuery } from '@tanstack/react-query';
import type { Confirmation } from '../../../api/confirmation.ts';
import { sessionQuery } from '../../../api/session.ts';
import { Dialog } from '../../../ui/content/dialog.tsx';
import { PasswordConfirmation } from './password-confirmation.tsx';

/** Asks the user of a sensitive act to sign in again, in the way of the account. */
export default function ConfirmationDialog({ confirmation: { answer } }: { confirmation: Confirmation }) {
  const { data: user } = useQuery(sessionQuery);
  if (!user) return null;
  const cancel = () => answer(false);
  return (
    <Dialog title="Confirm that it is you" onClose={cancel}>
      <PasswordConfirmation onConfirmed={() => answer(true)} onCancel={cancel} />
    </Dialog>
  );
}
