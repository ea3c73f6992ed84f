import { queryOptions, useQuery } from '@tanstack/react-query';
import { isUp } from 'shared-types/rules/stack-status';
import { call } from '../../api/call.ts';
import { sessionQuery } from '../../api/session.ts';

/** The names of all stacks, and of the running ones. */
const summaryQuery = queryOptions({
  queryKey: ['stack', 'summary'],
  queryFn: async ({ signal }) => {
    const { data: names } = await call('GET /api/minecraft_bedrock/v2', { signal });
    const stacks = await Promise.all(
      names.map((stackName) =>
        call('GET /api/minecraft_bedrock/v2/{stackName}/description', { params: { stackName }, signal }),
      ),
    );
    return { names, running: names.filter((_, index) => isUp(stacks[index]?.data.awsStackInfo?.stackStatus ?? '')) };
  },
});

const description = 'Start and stop game servers';

/** The running servers. When they cannot be loaded, the line describes the tool instead. */
export function StackLine() {
  const { data: user, isPending: isSessionPending } = useQuery(sessionQuery);
  const { data: summary, isLoading } = useQuery({ ...summaryQuery, enabled: user !== undefined });
  if (isSessionPending || isLoading) return <>&nbsp;</>;
  if (!summary || summary.names.length === 0) return description;
  const { names, running } = summary;
  if (running.length === 0) return `${description} · none running`;
  return (
    <>
      <strong>{running.length} running</strong> of {names.length} · {running.join(', ')}
    </>
  );
}
