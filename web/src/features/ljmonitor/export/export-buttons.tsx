import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { download } from '../../../ui/content/download.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import type { View } from '../filters/view.ts';
import { ImportCsv } from '../import/import-csv.tsx';
import styles from './export.module.css';
import { type ExportKind, exportKinds, loadExport } from './exports.ts';

const exportAs: Record<ExportKind, string> = {
  houses: 'Export these houses as',
  histories: 'All versions of them as',
  communities: 'All communities with their medians as',
};

const things: Record<ExportKind, string> = { houses: 'houses', histories: 'versions', communities: 'communities' };

const countTexts: Record<ExportKind, (count: number) => string> = {
  houses: (count) => (count === 1 ? '1 house' : `${count} houses`),
  histories: (count) => (count === 1 ? '1 version' : `${count} versions`),
  communities: (count) => (count === 1 ? '1 community' : `${count} communities`),
};

/** Saves all houses of the view, their versions, or all communities as a file, and takes one of them. */
export const ExportButtons = ({ view }: { view: View }) => (
  <ul className={styles.exports}>
    {exportKinds.map((kind) => (
      <Export key={kind} kind={kind} view={view} />
    ))}
    <ImportCsv />
  </ul>
);

function Export({ kind, view }: { kind: ExportKind; view: View }) {
  const client = useQueryClient();
  const [count, setCount] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const exporting = useMutation({
    meta: { isTransfer: true },
    mutationFn: async (format: 'csv' | 'json') => {
      setCount(0);
      const { signal } = leaving.current;
      const { rows, toCsv } = await loadExport[kind]({ client, view, onProgress: setCount, signal });
      const name = `${kind}-${new Date().toISOString().slice(0, 10)}.${format}`;
      if (format === 'csv') download(name, 'text/csv;charset=utf-8', toCsv());
      else download(name, 'application/json', JSON.stringify(rows, null, 2));
      return rows.length;
    },
  });
  const { isPending, isSuccess, data, error, variables } = exporting;
  return (
    <li>
      {exportAs[kind]}{' '}
      {(['csv', 'json'] as const).map((format) => (
        <LinkButton
          key={format}
          aria-label={`${exportAs[kind]} ${format.toUpperCase()}`}
          aria-busy={isPending && variables === format}
          onClick={() => isPending || exporting.mutate(format)}
        >
          {format.toUpperCase()}
        </LinkButton>
      ))}{' '}
      <output>
        {isPending && `${count} loaded…`}
        {isSuccess && `${countTexts[kind](data)} saved`}
      </output>
      {error && (
        <Failure
          what={`Could not export the ${things[kind]}.`}
          error={error}
          onRetry={() => exporting.mutate(variables)}
        />
      )}
    </li>
  );
}
