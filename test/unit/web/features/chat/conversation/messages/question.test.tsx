/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { Question } from 'web/features/chat/conversation/messages/question.tsx';
import { renderPart } from '../../../../../../support/browser/render.tsx';
import { message } from '../../messages.ts';

const question = message(0, { text: 'Why **not**?' });

describe('Question', () => {
  it('shows its text as it was typed', () => {
    renderPart(<Question message={question} />);
    expect(screen.getByText('Why **not**?').tagName).toBe('P');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('opens an editor when its answer is final', () => {
    renderPart(<Question message={question} answer={message(1)} />);
    fireEvent.click(screen.getByRole('button', { name: /Edit/ }));
    const field = screen.getByRole('textbox', { name: 'Edit your question' });
    expect(field).toHaveProperty('value', 'Why **not**?');
    expect(screen.getByRole('button', { name: 'Send again' })).toHaveProperty('disabled', true);
    fireEvent.change(field, { target: { value: 'Why?' } });
    expect(screen.getByRole('button', { name: 'Send again' })).toHaveProperty('disabled', false);
  });

  it('closes the editor on Escape', () => {
    renderPart(<Question message={question} answer={message(1)} />);
    fireEvent.click(screen.getByRole('button', { name: /Edit/ }));
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
