import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { CostLine } from 'shared-types/rules/costs';
import { priceSource } from 'shared-types/rules/prices';
import { ApiError } from '../../api/api-error.ts';
import { Page, MessagePage } from '../../layout/page.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './costs.module.css';
import { costsQuery } from './queries.ts';
import { formatDollars } from './format.ts';

const title = 'What this costs';

/** The month's bill so far, for the owner: an estimate, and it says so. */
export default function Costs() {
  const { data: costs, error, isPending, refetch } = useQuery(costsQuery);
  if (error instanceof ApiError && error.status === 403)
    return (
      <MessagePage title={title}>
        <p>This page is for the owner of the site.</p>
      </MessagePage>
    );
  return (
    <Page title={title}>
      <h1>{title}</h1>
      {isPending && <Skeleton rows={6} />}
      {error && <Failure what="The costs could not be loaded." error={error} onRetry={() => void refetch()} />}
      {costs && (
        <>
          <p className={styles.total}>
            About <strong>{formatDollars(costs.total)}</strong> this month so far
          </p>
          <p className={styles.note}>
            An estimate, from what the site counts. The bill itself is in the AWS console under Billing, and the model
            provider sends its own.
          </p>
          <CostSection
            name="AWS plumbing"
            lines={costs.plumbing}
            note={`What each of these takes of AWS as a rule, at its list prices in ${priceSource.region} as known on ${priceSource.date}; what AWS gives away each month is taken off the first line only. Looking around the site is not counted: a thousand calls are less than a cent.`}
          />
          <CostSection
            name="Model tokens"
            lines={costs.models}
            none="No tokens were used this month."
            unpriced="Without a price in cdk.json (chat.models, pricePerMillion) tokens are not in the sum."
            note="As the provider counted them; of an answer that was stopped or broke off they are estimated."
          />
          <CostSection
            name="Server hours"
            lines={costs.servers}
            unpriced="Without an hourlyPrice in cdk.json a server is not in the sum."
            note="From the start of a server to the end of its stop, by the action log."
          />
        </>
      )}
    </Page>
  );
}

interface CostSectionProps {
  name: string;
  lines: CostLine[];
  note: string;
  /** Said in place of no lines. */
  none?: string;
  /** Said when a line has no price. */
  unpriced?: string;
}

function CostSection({ name, lines, note, none, unpriced }: CostSectionProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {lines.length === 0 ? (
        <p className={styles.note}>{none}</p>
      ) : (
        <table className={styles.lines} aria-labelledby={id}>
          <colgroup>
            <col className={styles.what} />
            <col />
            <col className={styles.cost} />
          </colgroup>
          <thead className="unseen">
            <tr>
              <th>What</th>
              <th>Used</th>
              <th>Cost</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ what, used, cost }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{used}</td>
                <td>{cost === null ? 'no price' : formatDollars(cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.note}>
        {lines.some(({ cost }) => cost === null) && `${unpriced} `}
        {note}
      </p>
    </section>
  );
}
