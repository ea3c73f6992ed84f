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
 * An error message at the place of the failure, with its reason and a Retry button. The banner of an outage has both, and
 * `data-load` tells its style sheet what repeats it: that something could not be loaded, for the first time or again. A request
 * id is a reason of its own.
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
