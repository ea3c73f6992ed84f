import { useRef, useState } from 'react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { isSettled } from 'shared-types/rules/message-status';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { LazyPart } from '../../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../../ui/feedback/on-demand.tsx';
import { ForkButton } from '../fork/fork-button.tsx';
import { answerHtml } from './answer-html.ts';
import { FoldedText, maxUnfolded } from './folded-text.tsx';
import { Markdown } from '../../markdown/markdown.tsx';
import { useRegenerate, useShowVersion } from './mutations.ts';
import styles from '../messages/messages.module.css';
import { usePacedText } from './use-paced-text.ts';
import { answerMeta } from '../../format.ts';

const AnswerPoller = onDemand(() => import('./details/answer-poller.tsx'));
const AnswerProgress = onDemand(() => import('./details/answer-progress.tsx'));
const ContinueButton = onDemand(() => import('./continue-button.tsx'));
const FailedAnswer = onDemand(() => import('./failed-answer.tsx'));
const Sources = onDemand(() => import('./details/sources.tsx'));
const Versions = onDemand(() => import('./details/versions.tsx'));

interface AnswerProps {
  message: ChatMessage;
  /** It is the last message. A long answer that is earlier is folded until the user unfolds it. */
  isLast: boolean;
}

const isCut = ({ finishReason }: ChatMessage) => finishReason === 'length' || finishReason === 'time_limit';

export function Answer({ message, isLast }: AnswerProps) {
  const { sessionMessageId, status, text } = message;
  const shown = usePacedText(text, !isSettled(message));
  // An answer that was open stays so when another one follows.
  const [isFolded, setFolded] = useState(!isLast && isSettled(message) && text.length > maxUnfolded);
  const row = useRef<HTMLElement>(null);
  const regenerate = useRegenerate(message);
  const show = useShowVersion(message);
  // The pressed button disappears with the failure or the fold, so the focus moves to the answer.
  const focusAnswer = () => {
    const { activeElement } = document;
    if (activeElement === document.body || row.current?.contains(activeElement))
      row.current?.focus({ preventScroll: true });
  };
  const isRevealed = isSettled(message) && shown === text;
  const isPreviousAnswer = !isSettled(message) && message.isFormer === true;
  const content = shown !== '' && (
    <div id={sessionMessageId} className={isPreviousAnswer ? styles.previous : undefined}>
      <Markdown text={shown} isGrowing={!isRevealed} />
    </div>
  );
  const unfold = () => {
    setFolded(false);
    focusAnswer();
  };
  return (
    <article ref={row} className={styles.answer} tabIndex={-1}>
      <h2 className="unseen" data-uncopied>
        Assistant
      </h2>
      {message.thoughts !== undefined && (
        <details className={styles.thoughts}>
          <summary data-uncopied>Thoughts</summary>
          <Markdown text={message.thoughts} isGrowing={!isRevealed} />
        </details>
      )}
      {isFolded ? <FoldedText onUnfold={unfold}>{content}</FoldedText> : content}
      {message.citations && (
        <LazyPart>
          <Sources citations={message.citations} />
        </LazyPart>
      )}
      <div className={styles.foot}>
        {status === 'FAILED' ? (
          <LazyPart>
            <FailedAnswer message={message} regenerate={regenerate} show={show} onKept={focusAnswer} />
          </LazyPart>
        ) : isRevealed ? (
          <p className={styles.meta} data-uncopied>
            <span>{answerMeta(message)}</span>
            {text !== '' && <CopyButton of={sessionMessageId} text={text} htmlOf={answerHtml} what="answer" />}
            <RegenerateButton regenerate={regenerate} />
            <ForkButton sessionMessageId={sessionMessageId} />
            {isLast && isCut(message) && (
              <LazyPart failure={null}>
                <ContinueButton answer={message} />
              </LazyPart>
            )}
          </p>
        ) : (
          <LazyPart loading={<p className={styles.meta} />} failure={null}>
            <AnswerProgress message={message} isLast={isLast} isThinking={isPreviousAnswer || text === ''} />
          </LazyPart>
        )}
        {isRevealed && (message.versions?.length ?? 0) > 1 && (
          <LazyPart>
            <Versions message={message} show={show} />
          </LazyPart>
        )}
      </div>
      {regenerate.isError && isSettled(message) && (
        <Failure what="Could not regenerate the answer." error={regenerate.error} />
      )}
      {show.isError && isSettled(message) && <Failure what="Could not show the other version." error={show.error} />}
      {!isSettled(message) && (
        <LazyPart>
          <AnswerPoller sessionMessageId={sessionMessageId} />
        </LazyPart>
      )}
    </article>
  );
}

interface RegenerateProps {
  regenerate: ReturnType<typeof useRegenerate>;
}

function RegenerateButton({ regenerate }: RegenerateProps) {
  return <LinkButton onClick={() => regenerate.mutate(undefined)}>Regenerate</LinkButton>;
}
