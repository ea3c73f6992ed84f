import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { call } from '../../../../api/call.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Dialog, DialogButtons } from '../../../../ui/content/dialog.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { type BranchNode, branchTrees } from './branch-tree.ts';
import styles from './branches.module.css';

const branchesQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['chat', 'branches', sessionId],
    queryFn: ({ signal }) => call('GET /api/chat/branches', { query: { sessionId }, signal }),
    // The map is opened seldom, and after changes.
    staleTime: 0,
    gcTime: 0,
  });

/** Shows the conversations that have been forked of each other, and the answers of the open one that have versions. */
export default function BranchMap({ sessionId }: { sessionId: string }) {
  const navigate = useNavigate();
  const close = () => void navigate(`?sessionId=${sessionId}`, { replace: true });
  return (
    <Dialog title="Branches" onClose={close}>
      <Branches sessionId={sessionId} />
      <DialogButtons>
        <Button onClick={close}>Close</Button>
      </DialogButtons>
    </Dialog>
  );
}

function Branches({ sessionId }: { sessionId: string }) {
  const { data, error, refetch } = useQuery(branchesQuery(sessionId));
  if (error) return <Failure what="Could not load the branches." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={2} />;
  const { conversations, answers } = data;
  if (conversations.length < 2 && answers.length === 0)
    return (
      <p className={styles.none}>
        This conversation has no branches yet. To make one, fork at an answer or edit an earlier question: both continue
        in a new conversation and leave this one as it is.
      </p>
    );
  return (
    <div className={styles.map}>
      {conversations.length > 1 && <Forks nodes={branchTrees(conversations)} sessionId={sessionId} />}
      {answers.length > 0 && (
        <>
          <h3>Answers with several versions</h3>
          <ul>
            {answers.map(({ sessionMessageId, versions, question }) => (
              <li key={sessionMessageId}>
                <Link dir="auto" to={`?${new URLSearchParams({ sessionId, find: '', message: sessionMessageId })}`}>
                  {question || 'Only files'}
                </Link>{' '}
                <span className={styles.aside}>{`${versions} versions`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Forks({ nodes, sessionId }: { nodes: BranchNode[]; sessionId: string }) {
  return (
    <ul>
      {nodes.map(({ forks, parentId, beginning, ...node }) => (
        <li key={node.sessionId}>
          {node.sessionId === sessionId ? (
            <strong aria-current="true" dir="auto">
              {node.title}
            </strong>
          ) : (
            <Link dir="auto" to={`?sessionId=${node.sessionId}`}>
              {node.title}
            </Link>
          )}
          {node.sessionId === sessionId && <span className={styles.aside}> · this conversation</span>}
          {parentId !== undefined && (
            <p className={styles.aside}>
              {beginning === undefined ? 'Not continued yet' : `Continues with “${beginning}”`}
            </p>
          )}
          {forks.length > 0 && <Forks nodes={forks} sessionId={sessionId} />}
        </li>
      ))}
    </ul>
  );
}
