import { describe, expect, it } from '@jest/globals';
import { isSignOutAllowed } from 'lambdas/auth/sessions/sign-out-csrf';

const navigation = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const may = (headers: Record<string, string>) => isSignOutAllowed((name) => headers[name]);

describe('isSignOutAllowed', () => {
  it('allows a navigation from a page of the site', () => {
    expect(may(navigation)).toBe(true);
  });

  it('trusts a browser without Sec-Fetch headers', () => {
    expect(may({})).toBe(true);
    expect(may({ 'x-viewer-host': 'home.example', referer: 'https://home.example/auth' })).toBe(true);
  });

  it.each([
    'https://evil.example/',
    'https://home.example.evil.example/',
    'https://evil.example/home.example',
    'x',
    '',
  ])('refuses the Referer %j where a browser sends no Sec-Fetch headers', (referer) => {
    expect(may({ 'x-viewer-host': 'home.example', referer })).toBe(false);
    expect(may({ referer })).toBe(false);
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-dest': 'image' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-dest': 'empty' },
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
  ])('refuses %j', (header) => {
    expect(may({ ...navigation, ...header })).toBe(false);
    expect(may(header)).toBe(false);
  });
});
