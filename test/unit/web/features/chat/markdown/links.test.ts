import { describe, expect, it } from '@jest/globals';
import { safeLink } from 'web/features/chat/markdown/links';

const ownHost = 'home.example:3000';
const urlOf = (link: string) => safeLink(link, ownHost)?.url;

describe('a link of an answer', () => {
  it.each([
    'http://home.example:3000/api/auth/logout',
    'https://home.example:3000/',
    'HTTP://HOME.example:3000/x',
    'http://home.example&#58;3000/api/auth/logout',
    'https://google.com@evil.example',
    'https://a:b@evil.example/',
    'https://:b@evil.example/',
    '/api/auth/logout',
    '//home.example:3000/api/auth/logout',
    'javascript:alert(1)',
  ])('is only text when it is %s', (link) => {
    expect(urlOf(link)).toBeUndefined();
  });

  it.each(['https://e.example/a?b=c#d', 'http://home.example/', 'mailto:ann@home.example'])('leads to %s', (link) => {
    expect(urlOf(link)).toBe(link);
  });

  it('shows the host when its letters may look like others', () => {
    expect(safeLink('https://аррӏе.com/', ownHost)).toEqual({
      url: 'https://xn--80ak6aa92e.com/',
      unusualHost: 'xn--80ak6aa92e.com',
    });
    expect(safeLink('https://apple.com/xn--a', ownHost)?.unusualHost).toBeUndefined();
  });
});
