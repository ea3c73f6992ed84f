import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ChatSession } from 'shared-types/contract/chat';
import { Button, PrimaryButton, LinkButton } from '../../../../ui/buttons/button.tsx';
import { Dialog } from '../../../../ui/content/dialog.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { Export } from './export.tsx';
import { ModelMenu } from './model-menu.tsx';
import { conversationQuery } from '../../queries.ts';
import { useUpdateConversation } from '../../conversations/mutations.ts';
import {
  areSettingsValid,
  changeOf,
  type Fields,
  settingsFieldsOf,
  memorySizeError,
  parseMemorySize,
  titleError,
} from './settings-form.ts';
import styles from './settings.module.css';
import { SettingsField } from './settings-field.tsx';
import { Usage } from './usage.tsx';
import { chatErrorMessage } from '../../format.ts';

interface SettingsProps {
  sessionId: string;
  onClose: () => void;
}

export function Settings({ sessionId, onClose }: SettingsProps) {
  const { data: session, error, refetch } = useQuery(conversationQuery(sessionId));
  return (
    <Dialog title="Settings" onClose={onClose}>
      {session ? (
        <Form session={session} onClose={onClose} />
      ) : (
        <>
          <p className={styles.state} role={error ? 'alert' : 'status'}>
            {error ? 'Something went wrong...' : 'Pooling your content...'}
            {error && (
              <span>
                {' '}
                {chatErrorMessage(error)} <LinkButton onClick={() => void refetch()}>retry</LinkButton>
              </span>
            )}
          </p>
          <div className={styles.buttons}>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The fields show what the session has, until somebody changes them. */
function Form({ session, onClose }: { session: ChatSession; onClose: () => void }) {
  const [edited, setEdited] = useState<Partial<Fields>>({});
  const update = useUpdateConversation(session.sessionId);
  const first = useRef<HTMLInputElement>(null);
  // The dialog itself chooses whatever there is when it opens: 'Cancel', while the session is still being loaded.
  useEffect(() => first.current?.focus(), []);
  const fields = { ...settingsFieldsOf(session), ...edited };
  const edit = (change: Partial<Fields>) => setEdited((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (areSettingsValid(fields) && !update.isPending) update.mutate(changeOf(session, fields), { onSuccess: onClose });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <SettingsField label="Title" complaint={titleError(fields.title)}>
        {(props) => (
          <input
            {...props}
            ref={first}
            autoComplete="off"
            value={fields.title}
            onChange={(event) => edit({ title: event.target.value })}
          />
        )}
      </SettingsField>
      <SettingsField label="Provider">
        {(props) => <input {...props} readOnly value={session.chatProvider} />}
      </SettingsField>
      <SettingsField label="Model" hint="A new conversation begins with the model and memory size that you set last.">
        {(props) => <ModelMenu {...props} code={fields.modelCode} onChoose={(modelCode) => edit({ modelCode })} />}
      </SettingsField>
      <SettingsField
        label="Memory size"
        hint="How many messages the model is shown, yours included."
        complaint={memorySizeError(fields.memorySize)}
      >
        {(props) => (
          <input
            {...props}
            inputMode="numeric"
            autoComplete="off"
            value={String(fields.memorySize)}
            onChange={(event) => edit({ memorySize: parseMemorySize(event.target.value) })}
          />
        )}
      </SettingsField>
      {update.isError && <Failure what="Not updated." error={update.error} />}
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <PrimaryButton type="submit" disabled={!areSettingsValid(fields)} aria-busy={update.isPending}>
          Update
        </PrimaryButton>
      </div>
      <div className={styles.rest}>
        <Export session={session} />
        <Usage />
      </div>
    </form>
  );
}
