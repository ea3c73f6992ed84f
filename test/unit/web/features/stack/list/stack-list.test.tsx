/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { StackList } from 'web/features/stack/list/stack-list.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

/** Shows the list of these stacks, whose cards cannot be loaded. */
const show = (access: string, hours: { status?: number; body: object }, data: string[] = ['survival']) =>
  renderPart(<StackList />, {
    answers: {
      'GET /api/minecraft_bedrock/v2': { body: { data, access } },
      'GET /api/minecraft_bedrock/v2/survival/description': { status: 403, body: {} },
      'GET /api/minecraft_bedrock/hours': hours,
    },
  });

describe('the server hours of a user', () => {
  it('are shown with their limit', async () => {
    show('everyone', { body: { hours: 3.4567, hourLimit: 60, siteHourLimit: 120 } });
    const text = 'Servers that you started have run 3.5 hours of 60 this month (UTC).';
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('can be loaded again after a failure', async () => {
    show('listed', { status: 503, body: {} });
    expect(await screen.findByText(/Could not load your server hours/)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Retry' })).not.toEqual([]);
  });

  it('are not shown to a person who can start no server', async () => {
    show('none', { body: { hours: 0, hourLimit: 60, siteHourLimit: 120 } });
    await screen.findByText(/You can watch these servers/);
    expect(screen.queryByText(/hours/)).toBeNull();
  });

  it('are not shown on a site without game servers, which says so', async () => {
    show('everyone', { body: { hours: 0, hourLimit: 60, siteHourLimit: 120 } }, []);
    await screen.findByText(/This site has no game servers/);
    expect(screen.queryByText(/hours|Everyone/)).toBeNull();
  });
});
