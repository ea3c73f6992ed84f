/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import type { ChatMessage } from 'shared-types/contract/chat';
import { editDraftId, readDraft, saveDraft } from 'web/features/chat/conversation/composer/draft';
import QuestionEditor from 'web/features/chat/conversation/question/question-editor.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';
import { idOf, sessionId } from '../messages.ts';

const Search = () => <p data-testid="search">{useLocation().search}</p>;
const question: ChatMessage = {
  sessionMessageId: idOf(1),
  text: 'What is tea?',
  status: 'DONE',
  senderRole: 'USER',
  createTime: 1,
};
const answer: ChatMessage = { ...question, sessionMessageId: idOf(2), senderRole: 'ASSISTANT', text: 'A drink.' };
const fork = { sessionId: sessionId.replace(/.$/, '9'), title: 'Tea (fork)' };

const show = (given: { answer?: ChatMessage; files?: ChatMessage['files'] }, forked: object) =>
  renderPart(
    <>
      <QuestionEditor
        question={{ ...question, ...(given.files && { files: given.files, text: '' }) }}
        answer={given.answer}
        onClose={() => {}}
      />
      <Search />
    </>,
    { answers: { 'POST /api/chat/fork': { body: fork, ...forked } } },
  );

const field = () => screen.getByLabelText('Edit your question');
const button = (name: string) => screen.getByRole('button', { name });

afterEach(() => saveDraft(editDraftId(idOf(1)), { text: '' }));

describe('the editor of an earlier question', () => {
  it('says that a fork asks it, and opens that', async () => {
    const { sent } = show({}, {});
    expect(screen.getByText(/A fork asks this in a new conversation/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    fireEvent.change(field(), { target: { value: 'What is green tea?' } });
    expect(readDraft(editDraftId(idOf(1))).text).toBe('What is green tea?');
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    await screen.findByText(`?sessionId=${fork.sessionId}`);
    expect(readDraft(editDraftId(idOf(1))).text).toBe('');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ sessionMessageId: idOf(1), text: 'What is green tea?' });
  });

  it('asks with the same key again after a failure, and with another key in other words', async () => {
    const { sent } = show(
      {},
      { status: 409, body: { errorCode: 'conflict', message: 'An answer is still being written.' } },
    );
    fireEvent.click(button('Ask in a fork'));
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual(sent[0]);
    fireEvent.change(field(), { target: { value: 'What is green tea?' } });
    await waitFor(() => expect(button('Ask in a fork').getAttribute('aria-busy')).toBe('false'));
    fireEvent.click(button('Ask in a fork'));
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]?.body).toMatchObject({ sessionMessageId: idOf(1), text: 'What is green tea?' });
    const keys = sent.map(({ body }) => /"idempotencyKey":"([^"]+)"/.exec(JSON.stringify(body))?.[1]);
    expect(new Set(keys).size).toBe(2);
    expect(field().getAttribute('aria-invalid')).toBe('false');
  });

  it('needs words, unless the question has files', () => {
    const view = show({}, {});
    fireEvent.change(field(), { target: { value: ' ' } });
    expect(button('Ask in a fork')).toHaveProperty('disabled', true);
    view.unmount();
    show({ files: [{ fileId: 'f', name: 'cat.png', type: 'image/png', bytes: 1 }] }, {});
    expect(button('Ask in a fork')).toHaveProperty('disabled', false);
  });
});

describe('the editor of the last question', () => {
  it('offers both ways, and a fork also without a change', () => {
    show({ answer }, {});
    expect(button('Send again')).toHaveProperty('disabled', true);
    expect(button('Ask in a fork')).toHaveProperty('disabled', false);
    expect(screen.getByText(/A fork asks it in a new conversation instead/)).toBeTruthy();
  });
});
