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
import * as texts from './messages.ts';
import * as sentences from './sentences.tsx';

const title = texts.costs;
const aboutWorlds = texts.aboutWorlds(formatDollars(monthlyCost.idleWorld), formatDollars(monthlyCost.playedWorld));
const heads = [texts.item, texts.used, texts.cost];

/** The estimated costs of the month so far, for the owner. */
export default function Costs() {
  const { data: costs, error, isPending, refetch } = useQuery(costsQuery);
  if (error instanceof ApiError && error.status === 403)
    return (
      <MessagePage title={title}>
        <p>{texts.forOwnerOnly}</p>
      </MessagePage>
    );
  return (
    <Page title={title}>
      <h1>{title}</h1>
      {isPending && <Skeleton rows={6} />}
      {error && <Failure what={texts.couldNotLoadCosts} error={error} onRetry={() => void refetch()} />}
      {costs && (
        <>
          <p className={styles.total}>{sentences.aboutThisMonth(<strong>{formatDollars(costs.total)}</strong>)}</p>
          <p className={styles.note}>{texts.aboutEstimate}</p>
          <CostSection
            name={texts.awsServices}
            lines={costs.awsServices}
            note={`${texts.aboutListPrices(priceSource.region, priceSource.date)} ${aboutWorlds}`}
          />
          <CostSection
            name={texts.modelTokens}
            lines={costs.models}
            none={texts.noTokensUsed}
            unpriced={texts.unpricedModels}
            note={texts.aboutTokens(describeSpending(costs.spending))}
          />
          {costs.newModels.length > 0 && (
            <p className={styles.note}>
              {texts.newModels(costs.newModels.map(({ code, provider }) => `${code} (${provider})`).join(', '))}
            </p>
          )}
          <CostSection
            name={texts.serverHours}
            lines={costs.servers}
            unpriced={texts.unpricedServers}
            note={texts.aboutServerHours(costs.hourLimit)}
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
  /** Replaces the table when there are no lines. */
  none?: string;
  /** Precedes the note when a line has no price. */
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
        <DataTable heads={heads} isHeadHidden className={styles.lines} aria-labelledby={id}>
          {lines.map(({ what, used, cost }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{used}</td>
              <td>{cost === null ? texts.noPrice : formatDollars(cost)}</td>
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
