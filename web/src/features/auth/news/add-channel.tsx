import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { NotifySettings } from 'shared-types/contract/account/notify';
import { type ChannelKind, channelKinds, channelNames } from 'shared-types/rules/notify/channel-kinds';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Field, TextField } from '../../../ui/field/field.tsx';
import { channelForms } from './channel-forms.ts';
import styles from './news.module.css';
import { newsSettingsQuery } from './queries.ts';
import { rememberChannel } from './this-browser.ts';

type Values = Record<string, string>;

const initialOf = (kind: ChannelKind): Values =>
  Object.fromEntries(channelForms[kind].fields.map(({ name, initial = '' }) => [name, initial]));

interface AddChannelProps extends Pick<NotifySettings, 'hasEmail' | 'pushKey'> {
  userId: string;
}

/** The form that adds a channel. */
export function AddChannel({ userId, hasEmail, pushKey }: AddChannelProps) {
  const client = useQueryClient();
  const kinds = channelKinds.filter((each) => each !== 'email' || hasEmail);
  const [kind, setKind] = useState<ChannelKind>(kinds[0] ?? 'webhook');
  const [values, setValues] = useState(() => initialOf(kind));
  const { note, fields, addressOf } = channelForms[kind];
  // A second try after a failure is about the same channel. Another channel has another id, because the first may have been added.
  const [channelId, setChannelId] = useState(() => crypto.randomUUID());
  const change = (next: Values) => {
    setValues(next);
    setChannelId(crypto.randomUUID());
  };
  const adding = useMutation({
    mutationFn: async () => {
      const address = await addressOf((name) => (values[name] ?? '').trim(), pushKey);
      const added = await call('PUT /api/notify/channels/{channelId}', { params: { channelId }, body: { address } });
      // `onSuccess` sees what is chosen by then, and only this function knows what was sent.
      if (address.kind === 'push') rememberChannel({ channelId, userId });
      return added;
    },
    onSuccess: ({ settings }) => {
      client.setQueryData(newsSettingsQuery.queryKey, settings);
      change(initialOf(kind));
    },
    onError: () => client.invalidateQueries(newsSettingsQuery),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!adding.isPending) adding.mutate();
  };
  const choose = (name: string) => {
    const chosen = kinds.find((each) => each === name) ?? kind;
    setKind(chosen);
    change(initialOf(chosen));
  };
  const { signingKey = null, feedPath = null } = adding.data ?? {};
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label="Service" note={note}>
        {(control) => (
          <select {...control} value={kind} onChange={({ target }) => choose(target.value)}>
            {kinds.map((each) => (
              <option key={each} value={each}>
                {channelNames[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {!hasEmail && (
        <p>Email is not offered, because this site has no address to send from. Its owner can set up SES.</p>
      )}
      {fields.map(({ name, label, isOptional }) => (
        <TextField
          key={`${kind} ${name}`}
          label={label}
          value={values[name] ?? ''}
          required={!isOptional}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => change({ ...values, [name]: target.value })}
        />
      ))}
      <Button type="submit" aria-busy={adding.isPending}>
        Add channel
      </Button>
      {adding.isError && <Failure what="Could not add the channel." error={adding.error} />}
      <div role="status">
        {signingKey !== null && (
          <Secret text="Copy the key that signs the messages. It is not shown again:" secret={signingKey} />
        )}
        {feedPath !== null && (
          <Secret
            text="Copy the feed address into your reader. It is not shown again:"
            secret={`${location.origin}${feedPath}`}
          />
        )}
      </div>
    </form>
  );
}

/** A secret that the server returns once. */
function Secret({ text, secret }: { text: string; secret: string }) {
  return (
    <p className={styles.key}>
      {text} <code id="channel-secret">{secret}</code> <CopyButton of="channel-secret" />
    </p>
  );
}
