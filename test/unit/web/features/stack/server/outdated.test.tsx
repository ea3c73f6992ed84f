/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import StackDetail from 'web/features/stack/detail/stack-detail.tsx';
import { StackRows } from 'web/features/stack/home-card.tsx';
import { StackCard } from 'web/features/stack/list/stack-card.tsx';
import { StackRail } from 'web/features/stack/list/stack-rail.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';
import { info, rights } from '../../../../../support/site/stacks.ts';

const api = 'GET /api/minecraft_bedrock/v2';
const now = new Date(2026, 10, 20, 21, 30).getTime();
const since = new Date(2026, 10, 20, 21, 4).getTime();
const stack = { awsStackInfo: info(), actionLogs: [], rights };
const old = { body: { data: { ...stack, outdatedSince: since } } };
const sentence = /^AWS is not responding\. This is the state as of 21:04\./;

beforeEach(() => void jest.useFakeTimers({ now }));
afterEach(() => void jest.useRealTimers());

describe('the state of a stack while CloudFormation is unavailable', () => {
  it('stays on its card, which says since when and goes on polling until the fresh one appears', async () => {
    const description = `${api}/survival/description`;
    const answers: RenderOptions['answers'] = { [description]: old };
    const { sent } = renderPart(<StackCard stackName="survival" />, { answers });
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByText('Running.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
    answers[description] = { body: { data: stack } };
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(sent).toHaveLength(2);
    expect(screen.queryByText(sentence)).toBeNull();
    // Nothing has happened for long, so polling ends.
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(sent).toHaveLength(2);
  });

  it('stays on its page', async () => {
    const page = { isOwner: false, license: null, plan: { nextStart: null, missed: null }, lastEvents: [] };
    const answers = { [`${api}/survival/detail`]: { body: { data: { ...old.body.data, ...page } } } };
    const { sent } = renderPart(<StackDetail />, { path: '/stack/detail?stackName=survival', answers });
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByRole('status', { name: '' }).textContent).toBe('Running.');
    const polls = () => sent.filter(({ call }) => call.endsWith('/detail')).length;
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(polls()).toBe(3);
  });

  it.each([
    ['the home page', <StackRows key="home" />],
    ['the list beside another stack', <StackRail key="rail" current="other" />],
  ])('has its time on %s', async (_, part) => {
    renderPart(part, {
      answers: {
        'GET /api/auth/session': { body: { data: { userContext: { userId: 'ann', name: 'Ann', avatarUrl: null } } } },
        [api]: { body: { data: ['survival'], access: 'everyone' } },
        [`${api}/survival/description`]: old,
      },
    });
    expect(await screen.findByText(/^Running\. As of 21:04\./)).toBeTruthy();
  });
});
