import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserContext } from 'shared-types/contract/account/user-context';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { ReplaceAuthenticator } from '../authenticator/replace-authenticator.tsx';
import { ChangePassword } from '../password/change-password.tsx';
import styles from './account-card.module.css';

/** The credentials of the account. A password is changed here, a Google account's at Google. */
export function Credentials({ user: { userId, name } }: { user: UserContext }) {
  return (
    <section className={styles.sessions}>
      <h2>Password and authenticator</h2>
      {userId.startsWith('google|') ? <AtGoogle /> : <Own name={name} />}
    </section>
  );
}

const others = 'Your other browsers have been signed out.';

function Own({ name }: { name: string }) {
  const [isPasswordOpen, setPasswordOpen] = useState(false);
  const [done, setDone] = useState('');
  const newAuthenticator = useMutation({ mutationFn: () => call('POST /api/auth/cognito/new_authenticator') });
  const close = (text = '') => {
    setPasswordOpen(false);
    newAuthenticator.reset();
    setDone(text);
  };
  if (isPasswordOpen)
    return (
      <ChangePassword onDone={() => close(`Your password has been changed. ${others}`)} onCancel={() => close()} />
    );
  if (newAuthenticator.data)
    return (
      <ReplaceAuthenticator
        name={name}
        secret={newAuthenticator.data.totp}
        onDone={() => close(`Your authenticator has been changed. ${others}`)}
        onCancel={() => close()}
      />
    );
  return (
    <>
      <p role="status" className={styles.done}>
        {done}
      </p>
      <p className={styles.credentials}>
        <Button onClick={() => setPasswordOpen(true)}>Change password</Button>
        <Button
          aria-busy={newAuthenticator.isPending}
          onClick={() => {
            setDone('');
            if (!newAuthenticator.isPending) newAuthenticator.mutate();
          }}
        >
          Change authenticator
        </Button>
      </p>
      {newAuthenticator.isError && (
        <Failure what="Could not change the authenticator." error={newAuthenticator.error} />
      )}
    </>
  );
}

const AtGoogle = () => (
  <p className={styles.atGoogle}>
    You sign in with Google. To change your password or your second step, go to{' '}
    <a href="https://myaccount.google.com/security" rel="noreferrer">
      your Google Account
    </a>
    .
  </p>
);
