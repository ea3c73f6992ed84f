import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserContext } from 'shared-types/contract/account/user-context';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { ReplaceAuthenticator } from '../authenticator/replace-authenticator.tsx';
import { ChangePassword } from '../password/change-password.tsx';
import styles from './account-card.module.css';
import * as texts from './messages.ts';
import * as sentences from './sentences.tsx';

/** The credentials of the account. A password is changed here, a Google account's at Google. */
export function Credentials({ user: { userId, name } }: { user: UserContext }) {
  return (
    <section className={styles.sessions}>
      <h2>{texts.passwordAndAuthenticator}</h2>
      {userId.startsWith('google|') ? <AtGoogle /> : <Own name={name} />}
    </section>
  );
}

const others = texts.othersAreSignedOut;

function Own({ name }: { name: string }) {
  const [isPasswordOpen, setPasswordOpen] = useState(false);
  const [done, setDone] = useState('');
  const offer = useMutation({ mutationFn: () => call('POST /api/auth/cognito/new_authenticator') });
  const close = (text = '') => {
    setPasswordOpen(false);
    offer.reset();
    setDone(text);
  };
  if (isPasswordOpen)
    return <ChangePassword onDone={() => close(texts.passwordChanged(others))} onCancel={() => close()} />;
  if (offer.data)
    return (
      <ReplaceAuthenticator
        name={name}
        secret={offer.data.totp}
        onDone={() => close(texts.authenticatorChanged(others))}
        onCancel={() => close()}
      />
    );
  return (
    <>
      <p role="status" className={styles.done}>
        {done}
      </p>
      <p className={styles.credentials}>
        <Button onClick={() => setPasswordOpen(true)}>{texts.changePassword}</Button>
        <Button
          aria-busy={offer.isPending}
          onClick={() => {
            setDone('');
            if (!offer.isPending) offer.mutate();
          }}
        >
          {texts.changeAuthenticator}
        </Button>
      </p>
      {offer.isError && <Failure what={texts.couldNotChangeAuthenticator} error={offer.error} />}
    </>
  );
}

const AtGoogle = () => (
  <p className={styles.atGoogle}>
    {sentences.changeAtGoogle(
      <a href="https://myaccount.google.com/security" rel="noreferrer">
        {texts.yourGoogleAccount}
      </a>,
    )}
  </p>
);
