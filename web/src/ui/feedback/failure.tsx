import { errorMessage } from '../../api/api-error.ts';
import { LinkButton } from '../buttons/button.tsx';
import styles from './failure.module.css';

interface FailureProps {
  /** The catalogue's word for it, where it has one: 'Error while start'. */
  word?: string;
  /** A sentence: 'The houses could not be loaded.' */
  what?: string;
  error: unknown;
  onRetry?: () => void;
}

/** What happened, why, and what to do, in the place where it happened. */
export function Failure({ word, what, error, onRetry }: FailureProps) {
  return (
    <p className={styles.failure} role="alert">
      {word && <strong>{word}</strong>} {what} {errorMessage(error)}{' '}
      {onRetry && <LinkButton onClick={onRetry}>retry</LinkButton>}
    </p>
  );
}
