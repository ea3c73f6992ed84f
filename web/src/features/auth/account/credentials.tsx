import { useState } from 'react';
import type { UserContext } from 'shared-types/contract/auth';
import { Button } from '../../../ui/buttons/button.tsx';
import { ChangePassword } from '../password/change-password.tsx';
import styles from './account-card.module.css';

/** The proofs of a sign-in: those of an account with a password are changed here, those of a Google account at Google. */
export function Credentials({ user: { userId } }: { user: UserContext }) {
  return (
    <section className={styles.sessions}>
      <h2>Password and authenticator</h2>
      {userId.startsWith('google|') ? <AtGoogle /> : <Own />}
    </section>
  );
}

function Own() {
  const [opened, open] = useState<'password'>();
  const [done, setDone] = useState('');
  const finish = (text: string) => {
    open(undefined);
    setDone(text);
  };
  return (
    <>
      <p role="status" className={styles.done}>
        {done}
      </p>
      {opened === undefined && (
        <p className={styles.credentials}>
          <Button
            onClick={() => {
              setDone('');
              open('password');
            }}
          >
            Change password
          </Button>
        </p>
      )}
      {opened === 'password' && (
        <ChangePassword
          onDone={() => finish('Your password has been changed. Your other browsers have been signed out.')}
          onCancel={() => open(undefined)}
        />
      )}
    </>
  );
}

const AtGoogle = () => (
  <p className={styles.credentials}>
    You sign in with Google. To change your password or your second step, go to{' '}
    <a href="https://myaccount.google.com/security" rel="noreferrer">
      your Google Account
    </a>
    .
  </p>
);
