import type { ChatMessage } from 'shared-types/contract/chat';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { chatErrorMessage } from '../../format.ts';
import { useSendMessage } from '../messages/mutations.ts';

/** Asks the model to go on after an answer that the limit of its length or its time has cut. Each answer is continued once, however often it is pressed. */
export default function ContinueButton({ answer: { sessionMessageId, version = 1 } }: { answer: ChatMessage }) {
  const send = useSendMessage(conversationIdOf(sessionMessageId));
  const [, ulid = ''] = sessionMessageId.split('.');
  const body = { text: 'Continue exactly where you stopped.', idempotencyKey: `continue-${ulid}-${version}` };
  return (
    <>
      <LinkButton aria-busy={send.isPending} onClick={() => send.isPending || send.mutate(body)}>
        Continue
      </LinkButton>
      {send.isError && <span role="alert">Could not continue the answer. {chatErrorMessage(send.error)}</span>}
    </>
  );
}
