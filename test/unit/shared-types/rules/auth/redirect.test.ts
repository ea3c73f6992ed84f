import { describe, expect, it } from '@jest/globals';
import { safeRedirect } from 'shared-types/rules/auth/redirect';

const origin = 'https://home.example';

describe('safeRedirect', () => {
  it.each([
    ['/ljmonitor?tags=a&b=%20#top', '/ljmonitor?tags=a&b=%20#top'],
    ['https://home.example/chat?sessionId=1', '/chat?sessionId=1'],
    ['https://home.example', '/'],
    ['/', '/'],
    ['/stack/detail?stackName=中文', '/stack/detail?stackName=%E4%B8%AD%E6%96%87'],
    ['/apiary', '/apiary'],
    ['/chat?next=/api/auth/logout', '/chat?next=/api/auth/logout'],
    ['/chat?url=https://elsewhere.example/', '/chat?url=https://elsewhere.example/'],
  ])('leads from %s to %s', (redirectUrl, path) => {
    expect(safeRedirect(redirectUrl, origin)).toBe(path);
  });

  it.each([undefined, null, ''])('leads to /auth when it is given %j', (redirectUrl) => {
    expect(safeRedirect(redirectUrl, origin)).toBe('/auth');
  });

  it.each([
    'https://elsewhere.example/',
    'http://home.example/',
    'https://home.example:8443/',
    'https://home.example.elsewhere.example/',
    'https://home.example@elsewhere.example/',
    'https://me:secret@home.example/',
    'https://sub.home.example/',
    'https://home.example./',
    'https://home-example/',
    'https://xhome.example/',
    'https://home.example%00.elsewhere.example/',
    'https://home.example:80/',
    'https://0x7f000001/',
    'https://[::1]/',
    '//elsewhere.example',
    '///elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '\\/elsewhere.example',
    '/%5celsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '\u0000//elsewhere.example',
    ' //elsewhere.example',
    '/ elsewhere',
    '/chat\\elsewhere.example',
    '/chat?next=\\\\elsewhere.example',
    '/chat?next=\u0007',
    '/chat#\u200b',
    '/\u00a0elsewhere',
    '/\u2028elsewhere',
    '/\u202eelsewhere',
    'https://home.example//elsewhere.example',
    '/..//elsewhere.example',
    '/.//elsewhere.example',
    'javascript:alert(1)',
    'javascript://home.example/%0aalert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)//../..//elsewhere',
    'file:///etc/passwd',
    'about:blank',
    'intent://elsewhere.example#Intent;end',
    'view-source:https://home.example/',
    'filesystem:https://home.example/x',
    'mailto:ann@home.example',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'blob:https://home.example/1',
    'vbscript:x',
    'ftp://home.example/',
    'ws://home.example/',
    '/%2f%2felsewhere.example',
    '%2f%2felsewhere.example',
    '%252f%252felsewhere.example',
    '/%5c%5celsewhere.example',
    '/%0d%0aset-cookie:x=1',
    '/%250d%250aset-cookie:x=1',
    '/chat/%2e%2e//elsewhere.example',
    '/chat/..%2f%2felsewhere.example',
    '/%252f%252felsewhere.example',
    '/%252felsewhere.example',
    '/%255celsewhere.example',
    '/%2509/elsewhere.example',
    'https:elsewhere.example/../..//elsewhere.example',
    'https://home.example:443@elsewhere.example/',
    'https://home.example%2eelsewhere.example/',
    'https://hоme.example/',
    'https://home。example.elsewhere.example/',
    '/%',
    '/%25',
    '/%ff',
    'https://',
    'http:/\\/elsewhere.example',
  ])('trusts no %j', (redirectUrl) => {
    expect(safeRedirect(redirectUrl, origin)).toBe('/auth');
  });

  it.each([
    '/api',
    '/api/',
    '/api/auth/logout',
    '/API/auth/logout',
    '/%61pi/auth/logout',
    '/%2561pi/auth/logout',
    '/%252561pi/auth/logout',
    '/chat/%252e%252e/api/auth/logout',
    '/api%252fauth%252flogout',
    '/./api/auth/logout',
    '/chat/%2e%2e%2fapi/auth/logout',
    '/chat/%252e%252e%252fapi/auth/logout',
    '//home.example/api/auth/logout',
    'https:///api/auth/logout',
    '/api?x=1',
    '/api#x',
    '/api%2fauth%2flogout',
    '/chat/../api/auth/logout',
    '/chat/%2e%2e/api/auth/logout',
    '/chat%2f..%2fapi/auth/logout',
    '/%2fapi/auth/logout',
    './api/auth/logout',
    'api/auth/logout',
    'https:api/auth/logout',
    'https://home.example/api/auth/logout?x=1',
  ])('never leads to a call: %s', (redirectUrl) => {
    expect(safeRedirect(redirectUrl, origin)).toBe('/auth');
  });

  it('refuses what is longer than any page of ours', () => {
    expect(safeRedirect(`/chat?a=${'x'.repeat(3000)}`, origin)).toBe('/auth');
  });

  it('gives a path of the site whatever it is given', () => {
    for (const host of ['//', '/\\', 'https:', 'https:/', '/./', '/../', '?', '#', ';']) {
      const path = safeRedirect(`${host}elsewhere.example`, origin);
      expect(new URL(path, origin).origin).toBe(origin);
      expect(path).toMatch(/^\/(?!\/)/);
    }
  });
});
