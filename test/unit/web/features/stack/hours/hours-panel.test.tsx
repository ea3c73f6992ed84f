/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import HoursPanel from 'web/features/stack/hours/hours-panel.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

it('names all limits of a server, whoever starts it', async () => {
  renderPart(<HoursPanel stackName="survival" />, {
    answers: {
      'GET /api/minecraft_bedrock/v2/survival/hours': { body: { hours: 3, hourlyPrice: 0.02, maxUptimeHours: 6 } },
      'GET /api/minecraft_bedrock/hours': { body: { hours: 41.5, hourLimit: 60, siteHourLimit: 120 } },
    },
  });
  const text =
    'A start plans its stop after 6 hours at the latest, and before the servers that you start have run 60 hours in a month (41.5 hours so far) or all servers of the site 120 hours.';
  expect(await screen.findByText(new RegExp(text.replaceAll(/[().]/g, String.raw`\$&`)))).toBeTruthy();
});
