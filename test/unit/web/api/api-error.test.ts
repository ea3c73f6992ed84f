import { describe, expect, it } from '@jest/globals';
import { ApiError, isTransient, errorMessage } from 'web/api/api-error';

const error = (status: number, message = 'the id is not known') =>
  new ApiError({ status, errorCode: 'x', message, requestId: 'r-1' });

describe('isTransient and errorMessage', () => {
  it.each([[0], [500], [503]])('treat status %s as transient', (status) => {
    expect(isTransient(error(status))).toBe(true);
  });

  it.each([[400], [401], [404], [429]])('treat status %s as permanent', (status) => {
    expect(isTransient(error(status))).toBe(false);
  });

  const throttled = new ApiError({
    status: 429,
    errorCode: 'unreadable',
    message: 'Too Many Requests',
    requestId: null,
  });

  it('treat a throttled call as transient, and blame no user', () => {
    expect(isTransient(throttled)).toBe(true);
    expect(errorMessage(throttled)).toBe('Temporarily unavailable. Try again in a moment.');
  });

  it('describe the error in a sentence', () => {
    expect(errorMessage(error(0))).toBe('The site could not be reached.');
    expect(errorMessage(error(503))).toBe('Temporarily unavailable. Try again in a moment.');
    expect(errorMessage(error(500))).toBe('Something went wrong on our side (request r-1).');
    expect(errorMessage(error(404))).toBe('The id is not known.');
  });

  it.each([
    ['body.address.chatId: must be a number or @name', 'Chat id must be a number or @name.'],
    ['body.topic: must be letters; query.day: must be a day', 'Topic must be letters; day must be a day.'],
    ['body.houseIdList.0: must be 6 to 24 digits', 'House id list must be 6 to 24 digits.'],
    ['body: is not JSON', 'Body: is not JSON.'],
  ])('name a field as a form does: %s', (message, expected) => {
    expect(errorMessage(error(400, message))).toBe(expected);
  });

  it.each([
    'Failed to fetch dynamically imported module: https://my.site/assets/a.js',
    'error loading dynamically imported module: https://my.site/assets/a.js',
    'Importing a module script failed.',
  ])('tell of code that could not be loaded, in the words of each browser: %s', (text) => {
    expect(errorMessage(new TypeError(text))).toBe('The site could not be reached. Reload the page once it responds.');
  });

  it('hide the internals of an unknown error', () => {
    expect(errorMessage(new TypeError('x is not a function'))).toBe('Something went wrong.');
  });
});
