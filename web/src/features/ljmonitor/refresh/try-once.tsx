import { LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { useTryOnce } from './mutations.ts';

/** The owner may have signed in to the listing site, or changed its cookie. */
export default function TryOnce() {
  const tryOnce = useTryOnce();
  return (
    <>
      <LinkButton aria-busy={tryOnce.isPending} onClick={() => tryOnce.isPending || tryOnce.mutate()}>
        Try now
      </LinkButton>
      {tryOnce.isError && (
        <Failure what="Could not start a refresh." error={tryOnce.error} onRetry={() => tryOnce.mutate()} />
      )}
    </>
  );
}
