import type { ReactNode } from 'react';
import { LinkButton } from '../buttons/button.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadingContext } from './on-demand.tsx';
import styles from './failure.module.css';

interface LazyPartProps {
  /** Shown while the code is being loaded. */
  loading?: ReactNode;
  /** Shown when the code could not be loaded; by default a sentence with a Reload button. */
  failure?: ReactNode;
  /** Components that come from `onDemand`. */
  children: ReactNode;
}

/** A part of the page whose code is loaded when it is first shown. A failure leaves the rest of the page intact. */
export const LazyPart = ({ loading, failure = <LoadFailure />, children }: LazyPartProps) => (
  <ErrorBoundary fallback={failure}>
    <LoadingContext value={loading}>{children}</LoadingContext>
  </ErrorBoundary>
);

/** Browsers cache a failed dynamic import, so only a reload retries it. */
export const LoadFailure = () => (
  <p className={styles.failure} role="alert">
    Could not load this part. Check your connection and reload.{' '}
    <LinkButton onClick={() => location.reload()}>Reload</LinkButton>
  </p>
);
