/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { defaultChoices } from 'shared-types/rules/auth/preferences';
import { StopButton } from 'web/features/chat/conversation/answer/stop-button.tsx';
import { Composer } from 'web/features/chat/conversation/composer/composer.tsx';
import { Question } from 'web/features/chat/conversation/question/question.tsx';
import { choose } from 'web/lib/preferences/preferences';
import { renderPart } from '../../../../../../support/browser/render.tsx';
import { message } from '../../messages.ts';

const question = message(1, { senderRole: 'USER', text: 'Why tea?' });
const answer = message(2);
let sends = 0;
const send = () => Promise.resolve((sends += 1));
const composer = (
  <Composer draftId="new" send={send} isSending={false} error={null}>
    {null}
  </Composer>
);

const field = () => screen.getByRole('textbox', { name: 'Message' });

function isSentWithEnter(keys: KeyboardEventInit) {
  const before = sends;
  fireEvent.keyDown(field(), { key: 'Enter', ...keys });
  return sends > before;
}

beforeEach(() => {
  Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
  sends = 0;
  choose(defaultChoices);
});

describe('the field for a message', () => {
  it.each([
    ['a file of macOS with its name', ['text/plain', 'Files'], false],
    ['a picture of a page', ['text/html', 'Files'], false],
    ['a text of an office program with its picture', ['text/plain', 'text/html', 'Files'], true],
  ])('takes as it was copied: %s', async (_, types, isText) => {
    renderPart(composer);
    const clipboardData = { types, files: [new File(['a'], 'a.txt')] };
    // The browser inserts what was pasted unless its event was used.
    expect(fireEvent.paste(field(), { clipboardData })).toBe(isText);
    if (!isText) fireEvent.click(await screen.findByRole('button', { name: 'Remove a.txt' }));
  });

  it('is sent with Ctrl and Enter', () => {
    renderPart(composer);
    expect([{}, { shiftKey: true }, { ctrlKey: true }].map(isSentWithEnter)).toEqual([false, false, true]);
  });

  it('is sent with Enter alone by a user who prefers that', () => {
    choose({ enterSends: true });
    renderPart(composer);
    expect([{}, { shiftKey: true }, { ctrlKey: true }].map(isSentWithEnter)).toEqual([true, false, true]);
    expect([{ isComposing: true }].map(isSentWithEnter)).toEqual([false]);
  });

  it('opens the last question when ↑ is pressed in it while it is empty', async () => {
    renderPart(
      <>
        <Question message={question} answer={answer} />
        {composer}
      </>,
    );
    fireEvent.change(field(), { target: { value: 'And' } });
    fireEvent.keyDown(field(), { key: 'ArrowUp' });
    expect(screen.getByText('Why tea?').tagName).toBe('P');
    fireEvent.change(field(), { target: { value: '' } });
    fireEvent.keyDown(field(), { key: 'ArrowUp' });
    expect(await screen.findByDisplayValue('Why tea?')).toBeTruthy();
  });

  it('stops the answer when Escape is pressed in it, but not while an input method is in use', async () => {
    const { sent } = renderPart(
      <>
        <Composer
          draftId="new"
          send={send}
          isSending={false}
          error={null}
          stop={<StopButton message={message(2, { status: 'IN_PROGRESS', text: 'Because' })} />}
        >
          {null}
        </Composer>
      </>,
    );
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    const stops = () => sent.filter(({ call }) => call.endsWith('/stop')).length;
    fireEvent.keyDown(field(), { key: 'Escape', isComposing: true });
    expect(stops()).toBe(0);
    fireEvent.keyDown(field(), { key: 'Escape' });
    await waitFor(() => expect(stops()).toBe(1));
    // A question that is typed meanwhile can be sent.
    fireEvent.change(field(), { target: { value: 'And' } });
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
  });
});
