import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import account from '../account/account-card.module.css';
import { AddChannel } from './add-channel.tsx';
import { ChannelRow } from './channel-row.tsx';
import { newsSettingsQuery } from './queries.ts';
import { RulesForm } from './rules-form.tsx';

/** The channels through which a person gets news, and the rules for what goes through them. */
export default function NewsSettings({ userId }: { userId: string }) {
  const [gone, setGone] = useState<string>();
  const { data, error, refetch } = useQuery(newsSettingsQuery);
  if (error) return <Failure what="Could not load the news settings." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={2} />;
  return (
    <>
      <p className={account.mails}>
        Choose where you get news from the tools, and test each channel. Addresses with a key are kept secret: this page
        never shows them again.
      </p>
      {data.channels.length === 0 && <p className={account.mails}>No channels yet, so no news is sent to you.</p>}
      <ul>
        {data.channels.map((channel) => (
          <ChannelRow key={channel.channelId} channel={channel} onGone={setGone} />
        ))}
      </ul>
      <p role="status" className={account.done}>
        {gone !== undefined &&
          `${gone} no longer accepts messages, so it was removed. To get news there, add it again.`}
      </p>
      <AddChannel userId={userId} hasEmail={data.hasEmail} pushKey={data.pushKey} />
      <RulesForm rules={data.rules} />
    </>
  );
}
