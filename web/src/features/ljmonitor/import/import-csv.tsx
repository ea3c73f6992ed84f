import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { monitorQueries } from '../queries.ts';
import { describePlan } from './describe-plan.ts';
import type { ImportPlan } from './plan-import.ts';
import { UnreadableCsv } from './unreadable-csv.ts';

const countChanges = (count: number) => (count === 1 ? '1 change' : `${count.toLocaleString('en-US')} changes`);

/** Takes stars, notes and communities from a CSV, after it has said what would change. */
export function ImportCsv() {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  // Of houses compared, then of changes saved.
  const [count, setCount] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const compare = useMutation({
    meta: { isTransfer: true },
    mutationFn: async (file: File) => {
      setCount(0);
      const { prepareImport } = await import('./run-import.ts');
      return prepareImport(file, client, leaving.current.signal, setCount);
    },
  });
  const apply = useMutation({
    meta: { isTransfer: true },
    mutationFn: async (plan: ImportPlan) => {
      setCount(0);
      const { runImport } = await import('./run-import.ts');
      return runImport(plan, client, leaving.current.signal, setCount);
    },
    onSuccess: compare.reset,
    // What is left shows with its own button.
    onError: () => compare.variables && compare.mutate(compare.variables),
    onSettled: () => client.invalidateQueries(monitorQueries),
  });
  const isBusy = compare.isPending || apply.isPending;
  const choose = (file: File | undefined) => {
    apply.reset();
    if (file) compare.mutate(file);
  };
  return (
    <li>
      Import stars, notes or communities from{' '}
      <LinkButton aria-label="Import CSV" aria-busy={isBusy} onClick={() => isBusy || input.current?.click()}>
        CSV
      </LinkButton>
      <input
        ref={input}
        hidden
        type="file"
        aria-label="CSV to import"
        accept=".csv,.txt,text/csv"
        onChange={({ target }) => {
          choose(target.files?.[0]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />{' '}
      <output>
        {compare.isPending && `Comparing with your houses: ${count.toLocaleString('en-US')} loaded…`}
        {apply.isPending && `${countChanges(count)} saved…`}
        {compare.isSuccess && !apply.isPending && describePlan(compare.data)}
        {apply.isSuccess && [`${countChanges(apply.data.changes)} saved.`, ...apply.data.refusals].join(' ')}
      </output>
      {compare.isSuccess && !apply.isPending && !isEmpty(compare.data) && (
        <>
          <Button onClick={() => apply.mutate(compare.data)}>Import</Button>
          <LinkButton onClick={compare.reset}>Cancel</LinkButton>
        </>
      )}
      {compare.error instanceof UnreadableCsv && <p role="alert">{compare.error.message}</p>}
      {compare.isError && !(compare.error instanceof UnreadableCsv) && (
        <Failure
          what="Could not compare the file."
          error={compare.error}
          onRetry={() => compare.mutate(compare.variables)}
        />
      )}
      {apply.isError && <Failure what="Could not import all of it." error={apply.error} />}
    </li>
  );
}

const isEmpty = ({ houses, communities }: ImportPlan) => houses.length + communities.length === 0;
