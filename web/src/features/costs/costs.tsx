import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type CostLine, monthlyCost } from 'shared-types/rules/costs';
import { priceSource } from 'shared-types/rules/prices';
import { ApiError } from '../../api/api-error.ts';
import { Page, MessagePage } from '../../layout/page.tsx';
import { DataTable } from '../../ui/content/data-table.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './costs.module.css';
import { costsQuery } from './queries.ts';
import { describeSpending, formatDollars } from '../../lib/format-spending.ts';

const title = 'Costs';
const aboutListPrices = `Typical usage at the list prices of ${priceSource.region} on ${priceSource.date}. The free tier is deducted from “Storage and queues” only. Browsing the site is not counted: 1,000 calls cost less than a cent.`;
const aboutWorlds = `A further world of 0.5 GB with its backups costs about ${formatDollars(monthlyCost.idleWorld)} in a month without players, and ${formatDollars(monthlyCost.playedWorld)} in a month with players every day.`;
const heads = ['Item', 'Used', 'Cost'];

/** The estimated costs of the month so far, for the owner. */
export default function Costs() {
  const { data: costs, error, isPending, refetch } = useQuery(costsQuery);
  if (error instanceof ApiError && error.status === 403)
    return (
      <MessagePage title={title}>
        <p>Only the owner of this site can see the costs.</p>
      </MessagePage>
    );
  return (
    <Page title={title}>
      <h1>{title}</h1>
      {isPending && <Skeleton rows={6} />}
      {error && <Failure what="Could not load the costs." error={error} onRetry={() => void refetch()} />}
      {costs && (
        <>
          <p className={styles.total}>
            About <strong>{formatDollars(costs.total)}</strong> this month so far
          </p>
          <p className={styles.note}>
            An estimate from what the site counts. The actual bill is in the AWS console under Billing, and the model
            provider bills separately.
          </p>
          <CostSection
            name="Server hours"
            lines={costs.servers}
            unpriced="The total leaves out servers without an hourlyPrice in cdk.json."
            note={`From the start of each server to the end of its stop, by the action log. All servers together may run ${costs.hourLimit} hours a month.`}
          />
          <CostSection
            name="Model tokens"
            lines={costs.models}
            none="No tokens were used this month."
            unpriced="The total leaves out models without a pricePerMillion in cdk.json (chat.models)."
            note={`As counted by the provider. Tokens of stopped or interrupted answers are estimated. Used so far, of the site’s limits: ${describeSpending(costs.spending)}.`}
          />
          {costs.newModels.length > 0 && (
            <p className={styles.note}>
              {`New this month: ${namesOf(costs.newModels)}. To use a model here, add it to chat.models or its provider in cdk.json with its price, and deploy.`}
            </p>
          )}
          <CostSection name="AWS services" lines={costs.awsServices} note={`${aboutListPrices} ${aboutWorlds}`} />
        </>
      )}
    </Page>
  );
}

const namesOf = (models: readonly { code: string; provider: string }[]) =>
  models.map(({ code, provider }) => `${code} (${provider})`).join(', ');

/** The lines without a price are left out. */
const sumOf = (lines: readonly CostLine[]) => lines.reduce((sum, { cost }) => sum + (cost ?? 0), 0);

interface CostSectionProps {
  name: string;
  lines: CostLine[];
  note: string;
  /** Replaces the table when there are no lines. */
  none?: string;
  /** Precedes the note when a line has no price. */
  unpriced?: string;
}

function CostSection({ name, lines, note, none, unpriced }: CostSectionProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{name}</h2>
        {lines.length > 1 && <p>{formatDollars(sumOf(lines))}</p>}
      </div>
      {lines.length === 0 ? (
        <p className={styles.note}>{none}</p>
      ) : (
        <DataTable heads={heads} isHeadHidden className={styles.lines} aria-labelledby={id}>
          {lines.map(({ what, used, cost }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{used}</td>
              <td>{cost === null ? 'No price' : formatDollars(cost)}</td>
            </tr>
          ))}
        </DataTable>
      )}
      <p className={styles.note}>
        {lines.some(({ cost }) => cost === null) && `${unpriced} `}
        {note}
      </p>
    </section>
  );
}
