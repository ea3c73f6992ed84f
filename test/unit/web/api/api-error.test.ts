import { describe, expect, it } from '@jest/globals';
import { ApiError, isTransient, errorMessage } from 'web/api/api-error';

const error = (status: number, message = 'the id is not known') =>
  new ApiError({ status, errorCode: 'x', message, requestId: 'r-1' });

describe('a failed call', () => {
  it.each([[0], [500], [503]])('may pass by itself with status %s', (status) => {
    expect(isTransient(error(status))).toBe(true);
  });

  it.each([[400], [401], [404], [429]])('stays as it is with status %s', (status) => {
    expect(isTransient(error(status))).toBe(false);
  });

  it('says in a sentence what happened', () => {
    expect(errorMessage(error(0))).toBe('There is no connection to the site.');
    expect(errorMessage(error(503))).toBe('It is not available just now.');
    expect(errorMessage(error(500))).toBe('The site made a mistake (request r-1).');
    expect(errorMessage(error(404))).toBe('The id is not known.');
  });

  it('says nothing of the insides of an unknown error', () => {
    expect(errorMessage(new TypeError('x is not a function'))).toBe('Something unexpected happened.');
  });
});
