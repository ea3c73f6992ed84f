import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { attempt } from '../../../../ui/toasts/toasts.ts';

/** Opens a copy of the conversation that ends with this message, for another way to go on. */
export function ForkButton({ sessionMessageId }: { sessionMessageId: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // With its key, the second call completes the first one.
  const forkWith = (idempotencyKey: string) =>
    attempt(
      'Could not fork the conversation.',
      async () => {
        const { forkConversation } = await import('./fork-conversation.ts');
        const { sessionId } = await forkConversation(client, { sessionMessageId, idempotencyKey });
        await navigate(`/chat?sessionId=${sessionId}`);
      },
      `fork ${sessionMessageId}`,
    );
  const fork = useMutation({ mutationFn: forkWith });
  return (
    <LinkButton aria-busy={fork.isPending} onClick={() => fork.isPending || fork.mutate(crypto.randomUUID())}>
      Fork
    </LinkButton>
  );
}
