import { expect, it } from 'vitest';
import { asksForLogin, isPassing, toApiError } from './api-error.js';

it('reads the refusals of the server', () => {
  const body = { error: { code: 'name.exists', message: 'Name already exist', field: 'linkname' } };
  expect(toApiError(409, body)).toEqual({
    status: 409,
    code: 'name.exists',
    message: 'Name already exist',
    field: 'linkname',
  });
});

it.each([[null], ['<html>'], [{ error: 'no' }], [{ error: { code: 7 } }]])(
  'takes %j for unreadable',
  (body) => expect(toApiError(502, body).code).toBe('unreadable'),
);

it('logs out only when reset and logout are both true [F4.20]', () => {
  expect(
    [{ reset: true, logout: true }, { reset: true }, { logout: true }, null, 'x'].map(asksForLogin),
  ).toEqual([true, false, false, false, false]);
});

it.each([
  [0, true],
  [429, true],
  [502, true],
  [503, true],
  [500, false],
  [507, false],
  [409, false],
])('sends a request again after status %d: %s', (status, again) =>
  expect(isPassing({ status, code: 'internal', message: '' })).toBe(again),
);
