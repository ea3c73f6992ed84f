import { describe, expect, it } from '@jest/globals';
import { googleAuthorizationUrl } from 'web/features/auth/google/google-sign-in';

const init = {
  authorization_endpoint: 'https://accounts.example/o/oauth2/v2/auth',
  clientId: 'client-1',
  stateToken: 'token-1',
  codeChallenge: 'challenge-1',
};
const origin = 'https://home.example';

const stateIn = (address: string): unknown =>
  JSON.parse(Buffer.from(new URL(address).searchParams.get('state') ?? '', 'base64url').toString());

describe('googleAuthorizationUrl', () => {
  it('has every parameter that the provider needs', () => {
    const address = new URL(googleAuthorizationUrl(init, origin, '/ljmonitor'));
    const { state, ...query } = Object.fromEntries(address.searchParams);
    expect(address.origin + address.pathname).toBe(init.authorization_endpoint);
    expect(query).toEqual({
      client_id: 'client-1',
      response_type: 'code',
      scope: 'openid profile email',
      redirect_uri: 'https://home.example/api/auth/google/oauth2',
      code_challenge: 'challenge-1',
      code_challenge_method: 'S256',
      prompt: 'consent',
      access_type: 'offline',
    });
    expect(state).toMatch(/^[\w-]+$/);
  });

  it('carries the requested page in its state, in any language', () => {
    expect(stateIn(googleAuthorizationUrl(init, origin, '/ljmonitor?x=柳荫里'))).toEqual({
      stateToken: 'token-1',
      redirectUrl: '/ljmonitor?x=柳荫里',
    });
  });

  it('carries the origin when no page was requested', () => {
    expect(stateIn(googleAuthorizationUrl(init, origin, null))).toEqual({ stateToken: 'token-1', redirectUrl: origin });
  });
});
