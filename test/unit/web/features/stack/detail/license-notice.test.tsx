/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import LicenseNotice from 'web/features/stack/detail/license-notice.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const license = { name: 'Game License', url: 'https://game.example/license', accepted: null };
const path = 'PUT /api/minecraft_bedrock/license';

describe('the notice of a license', () => {
  it('lets the owner accept what it links to', async () => {
    const { sent } = renderPart(<LicenseNotice license={license} isOwner />, { answers: { [path]: { body: {} } } });
    expect(screen.getByRole('link').getAttribute('href')).toBe(license.url);
    fireEvent.click(screen.getByRole('button', { name: 'Accept license' }));
    await waitFor(() => expect(sent).toEqual([{ call: path, body: { url: license.url } }]));
  });

  it('says why it was not accepted', async () => {
    const body = { errorCode: 'conflict', message: 'The license has changed.' };
    renderPart(<LicenseNotice license={license} isOwner />, { answers: { [path]: { status: 409, body } } });
    fireEvent.click(screen.getByRole('button', { name: 'Accept license' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Could not accept the license.');
  });

  it('tells others that the owner has to accept it', () => {
    renderPart(<LicenseNotice license={license} isOwner={false} />);
    expect(screen.getByRole('note').textContent).toMatch(/^This server cannot start yet\. .* accept the Game License/);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
