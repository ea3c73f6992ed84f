import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { download } from '../../../ui/content/download.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import type { View } from '../filters/view.ts';
import { communitiesQuery } from '../queries.ts';
import { housesToCsv, loadAllHouses } from './export-houses.ts';
import * as texts from './messages.ts';
import * as sentences from './sentences.tsx';

/** Saves all houses of the view as a file, and counts them while they are loaded. */
export function ExportButtons({ view }: { view: View }) {
  const client = useQueryClient();
  const [count, setCount] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const exporting = useMutation({
    mutationFn: async (format: 'csv' | 'json') => {
      setCount(0);
      const communities = await client.ensureQueryData(communitiesQuery);
      const names = new Map(communities.map(({ resblockId, name }) => [resblockId, name]));
      const found = await loadAllHouses(view, setCount, leaving.current.signal);
      const houses = found.map((house) => ({ ...house, community: names.get(house.resblockId) ?? '' }));
      const name = `houses-${new Date().toISOString().slice(0, 10)}.${format}`;
      if (format === 'csv') download(name, 'text/csv;charset=utf-8', housesToCsv(houses));
      else download(name, 'application/json', JSON.stringify(houses, null, 2));
      return houses.length;
    },
  });
  const { isPending, isSuccess, data, error, variables } = exporting;
  return (
    <span>
      {sentences.exportAs(
        (['csv', 'json'] as const).map((format) => (
          <LinkButton
            key={format}
            aria-busy={isPending && variables === format}
            onClick={() => isPending || exporting.mutate(format)}
          >
            {format.toUpperCase()}
          </LinkButton>
        )),
        <output>
          {isPending && texts.housesLoaded(count)}
          {isSuccess && (data === 1 ? texts.n1HouseSaved : texts.housesSaved(data))}
        </output>,
        error && (
          <Failure what={texts.couldNotExportHouses} error={error} onRetry={() => exporting.mutate(variables)} />
        ),
      )}
    </span>
  );
}
