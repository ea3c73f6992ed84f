import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ChannelAddress, NotifySettings } from 'shared-types/contract/account/notify';
import { type ChannelKind, channelKinds, channelNames } from 'shared-types/rules/notify/channel-kinds';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Field, TextField } from '../../../ui/field/field.tsx';
import styles from './news.module.css';
import { nameOfDevice, subscribe } from './push.ts';
import { newsSettingsQuery } from './queries.ts';

interface FieldOfKind {
  name: string;
  label: string;
  initial?: string;
  isOptional?: true;
}

const fieldsOf: Record<ChannelKind, FieldOfKind[]> = {
  email: [{ name: 'address', label: 'Email address' }],
  push: [{ name: 'device', label: 'Device name', initial: nameOfDevice(navigator.userAgent) }],
  ntfy: [
    { name: 'server', label: 'Server', initial: 'https://ntfy.sh' },
    { name: 'topic', label: 'Topic' },
    { name: 'token', label: 'Access token (optional)', isOptional: true },
  ],
  webhook: [{ name: 'url', label: 'Address', initial: 'https://' }],
  telegram: [
    { name: 'token', label: 'Bot token' },
    { name: 'chatId', label: 'Chat ID' },
  ],
  bark: [
    { name: 'server', label: 'Server', initial: 'https://api.day.app' },
    { name: 'deviceKey', label: 'Device key' },
  ],
  serverchan: [{ name: 'sendKey', label: 'SendKey' }],
  feed: [],
};

/** The places in which each service works, and what it needs. */
const kindNotes: Record<ChannelKind, string> = {
  email: 'Works everywhere. We send a code to the address first.',
  push: 'Shows messages on this device, even while the site is closed. In mainland China it usually works with Safari only. On an iPhone, add the site to the home screen first and open it there.',
  ntfy: 'An app for Android and iPhone. Works in mainland China with a server there; the public one is slow. Everyone who knows the topic can read it, so choose one that is hard to guess.',
  webhook: 'For your own server, anywhere that it can be reached. Messages are signed according to Standard Webhooks.',
  telegram: 'Create a bot with @BotFather and send it a message. Does not work in mainland China.',
  bark: 'An app for iPhone. Works in mainland China.',
  serverchan: 'Shows messages in WeChat or its own app. Works in mainland China; five messages a day are free.',
  feed: 'For a feed reader. Works everywhere. The site creates a secret address. Everyone who knows it can read your news, and removing the channel ends it.',
};

type Values = Record<string, string>;

/** Returns the address of a channel, of the values of the form. The server checks it. */
async function addressOf(kind: ChannelKind, values: Values, pushKey: string): Promise<ChannelAddress> {
  const value = (name: string) => (values[name] ?? '').trim();
  switch (kind) {
    case 'email':
      return { kind, address: value('address') };
    case 'push':
      return { kind, ...(await subscribe(pushKey)), device: value('device') };
    case 'ntfy':
      return { kind, server: value('server'), topic: value('topic'), token: value('token') };
    case 'webhook':
      return { kind, url: value('url') };
    case 'telegram':
      return { kind, token: value('token'), chatId: value('chatId') };
    case 'bark':
      return { kind, server: value('server'), deviceKey: value('deviceKey') };
    case 'feed':
      return { kind };
    case 'serverchan':
    default:
      return { kind, sendKey: value('sendKey') };
  }
}

const initialOf = (kind: ChannelKind): Values =>
  Object.fromEntries(fieldsOf[kind].map(({ name, initial = '' }) => [name, initial]));

/** The form that adds a channel. */
export function AddChannel({ hasEmail, pushKey }: Pick<NotifySettings, 'hasEmail' | 'pushKey'>) {
  const client = useQueryClient();
  const kinds = channelKinds.filter((each) => each !== 'email' || hasEmail);
  const [kind, setKind] = useState<ChannelKind>(kinds[0] ?? 'webhook');
  const [values, setValues] = useState(() => initialOf(kind));
  // A second try after a failure is about the same channel.
  const [channelId, setChannelId] = useState(() => crypto.randomUUID());
  const adding = useMutation({
    mutationFn: async () =>
      call('PUT /api/notify/channels/{channelId}', {
        params: { channelId },
        body: { address: await addressOf(kind, values, pushKey) },
      }),
    onSuccess: ({ settings }) => {
      client.setQueryData(newsSettingsQuery.queryKey, settings);
      setValues(initialOf(kind));
      setChannelId(crypto.randomUUID());
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
    setValues(initialOf(chosen));
  };
  const { signingKey = null, feedPath = null } = adding.data ?? {};
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label="Service" note={kindNotes[kind]}>
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
      {fieldsOf[kind].map(({ name, label, isOptional }) => (
        <TextField
          key={`${kind} ${name}`}
          label={label}
          value={values[name] ?? ''}
          required={!isOptional}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
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
