import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Channel } from 'shared-types/contract/account/notify';
import { type ChannelState, channelNames } from 'shared-types/rules/notify/channel-kinds';
import { call } from '../../../api/call.ts';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import account from '../account/account-card.module.css';
import styles from './news.module.css';
import { newsSettingsQuery, useSettingsChange } from './queries.ts';

const stateTexts: Record<ChannelState, string> = {
  unverified: 'Not confirmed yet',
  on: 'On',
  paused: 'Paused after repeated failures',
  gone: 'Off',
};

/** What to do about a channel that tells nothing. */
const ways: Partial<Record<ChannelState, string>> = {
  paused: 'Send a test to resume.',
  gone: 'Remove the channel, or send a test if the address works again.',
};

interface ChannelRowProps {
  channel: Channel;
  /** A test has shown that the address will never work again, so the channel was removed. */
  onGone: (name: string) => void;
}

/** A channel with its state, its last problem, and its test. */
export function ChannelRow({ channel, onGone }: ChannelRowProps) {
  const { channelId, kind, label, state, problem, lastSentTime } = channel;
  const params = { channelId };
  const now = useNow();
  const client = useQueryClient();
  const name = label === '' ? channelNames[kind] : `${channelNames[kind]} ${label}`;
  const test = useSettingsChange(async () => {
    const settings = await call('POST /api/notify/channels/{channelId}/test', { params });
    if (settings.channels.every((each) => each.channelId !== channelId)) onGone(name);
    return settings;
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/notify/channels/{channelId}', { params }),
    onSettled: () => client.invalidateQueries(newsSettingsQuery),
  });
  return (
    <li className={styles.channel}>
      <p>
        <span className={styles.name}>{name}</span>
      </p>
      <p>
        {stateTexts[state]}
        {lastSentTime !== null && (
          <>
            {' · '}
            <span className={styles.lastSent}>last message {formatTime(lastSentTime, now)}</span>
          </>
        )}
      </p>
      {(problem !== null || ways[state] !== undefined) && (
        <p className={styles.problem}>
          {problem} {ways[state]}
        </p>
      )}
      <p className={account.moves}>
        {state !== 'unverified' && (
          <Button
            aria-label={`Send test to ${name}`}
            aria-busy={test.isPending}
            onClick={() => {
              if (!test.isPending) test.mutate(undefined);
            }}
          >
            Send test
          </Button>
        )}
        <Button
          aria-label={`Remove ${name}`}
          aria-busy={remove.isPending}
          onClick={() => {
            if (!remove.isPending) remove.mutate();
          }}
        >
          Remove
        </Button>
      </p>
      <p role="status" className={account.done}>
        {test.isSuccess && problem === null && 'Test sent. Check that it has arrived.'}
      </p>
      {test.isError && <Failure what="Could not send the test." error={test.error} />}
      {remove.isError && <Failure what="Could not remove the channel." error={remove.error} />}
      {state === 'unverified' && <CodeForm channelId={channelId} address={label} />}
    </li>
  );
}

function CodeForm({ channelId, address }: { channelId: string; address: string }) {
  const [code, setCode] = useState('');
  const askAgain = useMutation({
    mutationFn: () =>
      call('PUT /api/notify/channels/{channelId}', {
        params: { channelId },
        body: { address: { kind: 'email', address } },
      }),
  });
  const verify = useSettingsChange(() =>
    call('POST /api/notify/channels/{channelId}/verify', { params: { channelId }, body: { code: code.trim() } }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!verify.isPending) verify.mutate(undefined);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="Code from the email"
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*\d{6}\s*"
        required
        onChange={({ target }) => setCode(target.value)}
      />
      <p className={account.moves}>
        <Button type="submit" aria-busy={verify.isPending}>
          Confirm
        </Button>
        <Button
          aria-busy={askAgain.isPending}
          onClick={() => {
            if (!askAgain.isPending) askAgain.mutate();
          }}
        >
          Send again
        </Button>
      </p>
      <p role="status" className={account.done}>
        {askAgain.isSuccess && 'Another code is on its way.'}
      </p>
      {askAgain.isError && <Failure what="Could not send another code." error={askAgain.error} />}
      {verify.isError && <Failure what="Could not confirm the address." error={verify.error} />}
    </form>
  );
}
