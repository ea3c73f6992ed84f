import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GameLicense } from 'shared-types/contract/stack/license';
import { call } from '../../../api/call.ts';
import { PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from './license.module.css';

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
      <p>
        {isOwner ? (
          <>Read the {link}. The servers start once you have accepted it.</>
        ) : (
          <>This server cannot start yet. The owner of the site has to accept the {link} first.</>
        )}
      </p>
      {isOwner && (
        <PrimaryButton aria-busy={accept.isPending} onClick={() => accept.isPending || accept.mutate()}>
          {accept.isPending ? 'Accepting…' : 'Accept license'}
        </PrimaryButton>
      )}
      {accept.error && <Failure what="Could not accept the license." error={accept.error} />}
    </div>
  );
}
