import { useIsMutating, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId, useRef, useState } from 'react';
import type { ChatMessage } from 'shared-types/contract/chat';
import { conversationIdOf, isSettled } from 'shared-types/rules/message-status';
import { LinkButton } from '../../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { SadFace, ThinkingFace } from './faces.tsx';
import { FoldedText, maxUnfolded } from './folded-text.tsx';
import { Markdown } from '../../markdown/markdown.tsx';
import { answerMutationKey, useRegenerate, useShowVersion, useStop } from '../messages/mutations.ts';
import styles from '../messages/messages.module.css';
import { messageQuery, modelsQuery, conversationQuery } from '../../queries.ts';
import { usePacedText } from './use-paced-text.ts';
import { Sources } from './sources.tsx';
import { KeepPrevious, Versions } from './versions.tsx';
import { answerMeta, chatErrorMessage, failureText } from '../../format.ts';
import * as texts from './messages.ts';

interface AnswerProps {
  message: ChatMessage;
  /** It is the last message. A long answer that is earlier is folded until the user unfolds it. */
  isLast: boolean;
}

export function Answer({ message, isLast }: AnswerProps) {
  const { sessionMessageId, status, text } = message;
  const shown = usePacedText(text, !isSettled(message));
  // An answer that was open stays so when another one follows.
  const [isFolded, setFolded] = useState(!isLast && isSettled(message) && text.length > maxUnfolded);
  const textId = useId();
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
    <div id={textId} className={isPreviousAnswer ? styles.previous : undefined}>
      <Markdown text={shown} isGrowing={!isRevealed} />
    </div>
  );
  const unfold = () => {
    setFolded(false);
    focusAnswer();
  };
  return (
    <article ref={row} className={styles.answer} tabIndex={-1}>
      <h2 className="unseen">{texts.assistant}</h2>
      {message.thoughts !== undefined && (
        <details className={styles.thoughts}>
          <summary>{texts.thoughts}</summary>
          <Markdown text={message.thoughts} isGrowing={!isRevealed} />
        </details>
      )}
      {isFolded ? <FoldedText onUnfold={unfold}>{content}</FoldedText> : content}
      {message.citations && <Sources citations={message.citations} />}
      <div className={styles.foot}>
        {status === 'FAILED' ? (
          <FailedAnswer message={message} regenerate={regenerate} show={show} onKept={focusAnswer} />
        ) : isRevealed ? (
          <p className={styles.meta}>
            <span>{answerMeta(message)}</span>
            {text !== '' && <CopyButton of={textId} text={text} what={texts.answer} />}
            <RegenerateButton regenerate={regenerate} />
          </p>
        ) : (
          <AnswerProgress message={message} isThinking={isPreviousAnswer || text === ''} />
        )}
        {isRevealed && <Versions message={message} show={show} />}
      </div>
      {regenerate.isError && isSettled(message) && (
        <Failure what={texts.couldNotRegenerateAnswer} error={regenerate.error} />
      )}
      {show.isError && isSettled(message) && <Failure what={texts.couldNotShowOther} error={show.error} />}
      {!isSettled(message) && <AnswerPoller sessionMessageId={sessionMessageId} />}
    </article>
  );
}

interface RegenerateProps {
  regenerate: ReturnType<typeof useRegenerate>;
}

function RegenerateButton({ regenerate }: RegenerateProps) {
  return <LinkButton onClick={() => regenerate.mutate(undefined)}>{texts.regenerate}</LinkButton>;
}

/** The state of an answer that is not final, with the Stop button. */
function AnswerProgress({ message, isThinking }: { message: ChatMessage; isThinking: boolean }) {
  const stop = useStop(message);
  return (
    <>
      <p className={styles.meta}>
        <ThinkingFace />
        <span>{message.isWaiting ? texts.waitingForPlace : isThinking ? texts.thinking : texts.writing}</span>
        {!isSettled(message) && (
          <LinkButton data-key="Escape" aria-busy={stop.isPending} onClick={() => stop.isPending || stop.mutate()}>
            {stop.isPending ? texts.stopping : texts.stop}
          </LinkButton>
        )}
      </p>
      {stop.isError && <Failure what={texts.couldNotStopAnswer} error={stop.error} onRetry={() => stop.mutate()} />}
    </>
  );
}

/** The reason for the failure, and the ways to another answer. */
function FailedAnswer({ message, regenerate, show, onKept }: RegenerateProps & ComponentProps<typeof KeepPrevious>) {
  const { failure } = message;
  return (
    <p className={styles.failed}>
      <SadFace />
      <span>
        {failureText(message) ?? texts.modelGaveNoAnswer} <RegenerateButton regenerate={regenerate} />
        {failure?.code === 'modelGone' && <RegenerateWithReplacement of={message} regenerate={regenerate} />}{' '}
        <KeepPrevious message={message} show={show} onKept={onKept} />
      </span>
    </p>
  );
}

/** Regenerates with the successor of a retired model, and makes it the conversation's model. */
function RegenerateWithReplacement({ of, regenerate }: { of: ChatMessage } & RegenerateProps) {
  const { data: conversation } = useQuery(conversationQuery(conversationIdOf(of.sessionMessageId)));
  const { data: models } = useQuery(modelsQuery);
  const gone = models?.find(({ code }) => code === (of.modelCode ?? conversation?.chatModal));
  const replacement = models?.find(({ code }) => code === gone?.replacement);
  if (!replacement) return null;
  return (
    <>
      {' '}
      <LinkButton onClick={() => regenerate.mutate(replacement.code)}>
        {texts.regenerateWith(replacement.name)}
      </LinkButton>
    </>
  );
}

/** Polls the answer until its status is final, and shows when polling fails. */
function AnswerPoller({ sessionMessageId }: { sessionMessageId: string }) {
  const isChanging = useIsMutating({ mutationKey: answerMutationKey(sessionMessageId) }) > 0;
  const { error, refetch } = useQuery({ ...messageQuery(sessionMessageId), enabled: !isChanging });
  if (!error) return null;
  return (
    <p className={styles.pollError} role="alert">
      {texts.lostConnection} {chatErrorMessage(error)}{' '}
      <LinkButton onClick={() => void refetch()}>{texts.retry}</LinkButton>
    </p>
  );
}
