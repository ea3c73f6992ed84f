import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GameLicense } from 'shared-types/contract/stack/license';
import { call } from '../../../api/call.ts';
import { PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from './license.module.css';
import * as texts from './messages.ts';
import * as sentences from './sentences.tsx';

interface LicenseNoticeProps {
  license: GameLicense;
  isOwner: boolean;
}

/** Asks the owner to accept the license of the game, and tells others that the owner has to. */
export default function LicenseNotice({ license, isOwner }: LicenseNoticeProps) {
  const client = useQueryClient();
  const accept = useMutation({
    mutationFn: () => call('PUT /api/minecraft_bedrock/license', { body: { url: license.url } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['stack'] }),
  });
  const link = (
    <a href={license.url} target="_blank" rel="noreferrer">
      {license.name}
    </a>
  );
  return (
    <div className={styles.notice} role="note">
      <p>{isOwner ? sentences.forOwner(link) : sentences.forOthers(link)}</p>
      {isOwner && (
        <PrimaryButton aria-busy={accept.isPending} onClick={() => accept.isPending || accept.mutate()}>
          {accept.isPending ? texts.accepting : texts.accept}
        </PrimaryButton>
      )}
      {accept.error && <Failure what={texts.notAccepted} error={accept.error} />}
    </div>
  );
}
