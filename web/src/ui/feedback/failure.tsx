import { errorMessage } from '../../api/api-error.ts';
import { LinkButton } from '../buttons/button.tsx';
import styles from './failure.module.css';
import * as texts from './messages.ts';

interface FailureProps {
  /** A prescribed message such as 'Error while start'. */
  word?: string;
  /** A sentence such as 'Could not load the houses.' */
  what?: string;
  error: unknown;
  onRetry?: () => void;
}

/** An error message at the place of the failure, with its reason and a Retry button. */
export function Failure({ word, what, error, onRetry }: FailureProps) {
  return (
    <p className={styles.failure} role="alert">
      {word && <strong>{word}</strong>} {what} {errorMessage(error)}{' '}
      {onRetry && <LinkButton onClick={onRetry}>{texts.retry}</LinkButton>}
    </p>
  );
}
