import { useQueryClient } from '@tanstack/react-query';
import { errorMessage, isTransient } from '../../api/api-error.ts';
import { LinkButton } from '../buttons/button.tsx';
import styles from './failure.module.css';

interface FailureProps {
  /** A prescribed message such as 'Error while start'. */
  word?: string;
  /** A sentence such as 'Could not load the houses.' */
  what?: string;
  error: unknown;
  onRetry?: () => void;
}

/**
 * An error message at the place of the failure, with its reason and a Retry button. The banner of an outage shows both, so its
 * style sheet hides here what would repeat it. `data-load` says whether the content was loaded before ('again') or not ('first').
 * A message with a request id stays, because the banner has none.
 */
export function Failure({ word, what, error, onRetry }: FailureProps) {
  const queries = useQueryClient().getQueryCache().getAll();
  const load = isTransient(error) && queries.find(({ state }) => state.error === error);
  const repeated = load ? (load.state.data ? 'again' : error.requestId ? undefined : 'first') : undefined;
  return (
    <p className={styles.failure} role="alert" data-load={repeated}>
      {word && <strong>{word}</strong>} {what}{' '}
      <span>
        {errorMessage(error)} {onRetry && <LinkButton onClick={onRetry}>Retry</LinkButton>}
      </span>
    </p>
  );
}
