import { LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { useTryOnce } from './mutations.ts';
import * as texts from './try-once-messages.ts';

/** The owner may have signed in to the listing site, or changed its cookie. */
export default function TryOnce() {
  const tryOnce = useTryOnce();
  return (
    <>
      <LinkButton aria-busy={tryOnce.isPending} onClick={() => tryOnce.isPending || tryOnce.mutate()}>
        {texts.tryOnceNow}
      </LinkButton>
      {tryOnce.isError && (
        <Failure what={texts.couldNotStartRefresh} error={tryOnce.error} onRetry={() => tryOnce.mutate()} />
      )}
    </>
  );
}
