/** PENDING waits for a worker, IN_PROGRESS is being written, DONE and FAILED are final. */
export const messageStatuses = ['PENDING', 'IN_PROGRESS', 'DONE', 'FAILED'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export const senderRoles = ['SYSTEM', 'ASSISTANT', 'USER'] as const;
export type SenderRole = (typeof senderRoles)[number];

/** Why the model is asked again for an answer. `interrupted` is of the worker, the others of the provider. */
export const retryReasons = ['busy', 'unavailable', 'interrupted'] as const;
export type RetryReason = (typeof retryReasons)[number];

interface WithStatus {
  status: MessageStatus;
}

/** The status is final: only a person's request changes such a message. */
export const isSettled = ({ status }: WithStatus) => status === 'DONE' || status === 'FAILED';

/**
 * The text is a whole message. A failed answer keeps the previous answer as its text until the first new words come, and
 * that answer was complete.
 */
export const isComplete = ({ status }: WithStatus, isPreviousAnswer = false) =>
  status === 'DONE' || (status === 'FAILED' && isPreviousAnswer);

/** The model reads such a message as part of the conversation; the memory size counts these messages only. */
export const isRemembered = (
  {
    status,
    senderRole,
    text,
    files,
  }: WithStatus & { senderRole: SenderRole; text: string; files?: readonly unknown[] | null | undefined },
  isPreviousAnswer?: boolean,
) =>
  isComplete({ status }, isPreviousAnswer) && senderRole !== 'SYSTEM' && (text.trim() !== '' || Boolean(files?.length));

/** A message's id is `<conversation id>.<ulid>`, so a message is found without an index. */
export const conversationIdOf = (sessionMessageId: string) => sessionMessageId.split('.')[0] ?? '';
