import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ChatSession } from 'shared-types/contract/chat';
import { messagesQuery, modelsQuery } from '../../queries.ts';
import styles from './composer.module.css';
import { describeQuestion } from './describe-question.ts';
import { useDraft } from './draft.ts';

interface QuestionCostProps {
  /** The id of the conversation, or 'new', which has no messages. */
  draftId: string;
  conversation: Pick<ChatSession, 'memorySize' | 'systemPrompt'> | undefined;
  modelCode: string | undefined;
}

/** Tells how many tokens the question will send, and their price. */
export default function QuestionCost({ draftId, conversation, modelCode }: QuestionCostProps) {
  const { text, attachments = [] } = useDraft(draftId);
  const files = attachments.flatMap(({ file }) => file ?? []);
  const { data: models } = useQuery(modelsQuery);
  const { data: list } = useInfiniteQuery({ ...messagesQuery(draftId), enabled: false });
  const model = models?.find(({ code }) => code === modelCode);
  const messages = list?.pages.flat().toReversed() ?? [];
  return (
    <p className={styles.cost}>
      {conversation && models && describeQuestion({ text, files }, messages, conversation, model)}
    </p>
  );
}
