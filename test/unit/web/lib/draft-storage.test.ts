/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { claimDrafts, deleteDrafts, draftEvents, lockDrafts, readOfDraft } from 'web/lib/draft-storage';

const key = 'draft new';
const text = 'half a thought';

beforeEach(() => {
  localStorage.clear();
  claimDrafts('ann');
  localStorage.setItem(key, text);
});

describe('the drafts of a person', () => {
  it('survive the end of the session, and only that person reads them again', () => {
    let changes = 0;
    draftEvents.addEventListener('change', () => (changes += 1), { once: true });
    lockDrafts();
    lockDrafts();
    expect(readOfDraft(key)).toBeNull();
    claimDrafts('ann');
    expect([readOfDraft(key), changes]).toEqual([text, 1]);
  });

  it.each([
    ['whose session has ended', lockDrafts],
    ['who is still signed in', () => {}],
  ])('are deleted when another person signs in after one %s', (_, end) => {
    end();
    claimDrafts('bob');
    expect(Object.values(localStorage)).toEqual(['bob']);
  });

  it('are deleted by a sign-out, also what another tab writes after it', () => {
    deleteDrafts();
    localStorage.setItem(key, text);
    lockDrafts();
    expect(Object.keys(localStorage)).toEqual([]);
  });
});
