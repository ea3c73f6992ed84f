/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { claimDrafts, deleteDrafts, draftEvents, lockDrafts } from 'web/lib/draft-storage';
import { editDraftId, readDraft, saveDraft } from 'web/features/chat/conversation/composer/draft';
import { messagesQuery } from 'web/features/chat/queries';
import { useShowVersion } from 'web/features/chat/conversation/answer/mutations';
import { Question } from 'web/features/chat/conversation/question/question.tsx';
import { renderPart } from '../../../../../../support/browser/render.tsx';
import { message, sessionId } from '../../messages.ts';

const question = message(0, { text: 'Why **not**?' });
const show = () => renderPart(<Question message={question} answer={message(1)} />);

afterEach(() => {
  deleteDrafts();
  draftEvents.dispatchEvent(new Event('change'));
});

describe('Question', () => {
  it('shows its text as it was typed', () => {
    renderPart(<Question message={question} />);
    expect(screen.getByText('Why **not**?').tagName).toBe('P');
    expect(screen.getByRole('button').textContent).toBe('Edit');
  });

  it('opens an editor when its answer is final', async () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: /Edit/ }));
    const field = await screen.findByRole('textbox', { name: 'Edit your question' });
    expect(field).toHaveProperty('value', 'Why **not**?');
    expect(screen.getByRole('button', { name: 'Send again' })).toHaveProperty('disabled', true);
    fireEvent.change(field, { target: { value: 'Why?' } });
    expect(screen.getByRole('button', { name: 'Send again' })).toHaveProperty('disabled', false);
  });

  it('closes the editor on Escape', async () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: /Edit/ }));
    fireEvent.keyDown(await screen.findByRole('textbox'), { key: 'Escape' });
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('keeps what is typed until it is cancelled, also over a reload', async () => {
    const first = show();
    fireEvent.click(screen.getByRole('button', { name: /Edit/ }));
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Why?' } });
    first.unmount();
    const second = show();
    const field = await screen.findByRole('textbox', { name: 'Edit your question' });
    expect(field).toHaveProperty('value', 'Why?');
    // The page has opened it, and the person may be about to type elsewhere.
    expect(document.activeElement).toBe(document.body);
    expect(screen.getByRole('button', { name: 'Send again' })).toHaveProperty('disabled', false);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    second.unmount();
    show();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft'))).toEqual([]);
  });

  it('goes on when the same person has signed in again', async () => {
    claimDrafts('ann');
    saveDraft(editDraftId(question.sessionMessageId), { text: 'Why?' });
    lockDrafts();
    draftEvents.dispatchEvent(new Event('change'));
    show();
    expect(screen.queryByRole('textbox')).toBeNull();
    act(() => claimDrafts('ann'));
    expect(await screen.findByRole('textbox')).toHaveProperty('value', 'Why?');
  });

  it('shows another version only after a lost response of its edit was looked up', async () => {
    const answer = message(1);
    const { promise: looked, resolve: look } = Promise.withResolvers<{ body: unknown }>();
    const address = (call: string, { sessionMessageId } = answer) => call.replace('ID', sessionMessageId);
    const regenerate = address('POST /api/chat/session/message/ID/regenerate');
    const showVersion = address('POST /api/chat/session/message/ID/show');
    function Page() {
      const version = useShowVersion(answer);
      return (
        <>
          <Question message={question} answer={answer} />
          <button onClick={() => version.mutate(0)}>Previous version</button>
          {version.isPaused && 'waits'}
        </>
      );
    }
    const { sent, client } = renderPart(<Page />, {
      answers: {
        [regenerate]: { status: 503, body: { errorCode: 'unavailable' } },
        [address('GET /api/chat/session/message/ID', question)]: looked,
        [address('GET /api/chat/session/message/ID')]: { body: answer },
        [showVersion]: { body: { question, answer } },
      },
    });
    client.setQueryData(messagesQuery(sessionId).queryKey, { pages: [[answer, question]], pageParams: [null] });
    const isSent = (call: string) => sent.some((each) => each.call === call);
    fireEvent.click(screen.getByRole('button', { name: /Edit/ }));
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Why?' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(isSent(address('GET /api/chat/session/message/ID', question))).toBe(true));
    fireEvent.click(screen.getByRole('button', { name: 'Previous version' }));
    await screen.findByText('waits');
    expect(isSent(showVersion)).toBe(false);
    look({ body: { ...question, text: 'Why?' } });
    await waitFor(() => expect(isSent(showVersion)).toBe(true));
    expect(screen.queryByRole('textbox')).toBeNull();
    // The server has the question.
    expect(readDraft(editDraftId(question.sessionMessageId)).text).toBe('');
  });
});
