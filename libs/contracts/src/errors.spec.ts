import { describe, expect, it } from 'vitest';
import { DomainError, errorBody, errorCodes, errorTable, withFieldNames } from './errors.js';

describe('refusals', () => {
  it('have a status of their own kind and a message', () => {
    for (const code of errorCodes) {
      expect(errorTable[code].status).toBeGreaterThanOrEqual(400);
      expect(errorTable[code].message).not.toBe('');
      expect(errorBody.safeParse(new DomainError(code).toBody('r1')).success).toBe(true);
    }
  });

  it('ask for a new login when the token is no good, but not when there is none', () => {
    for (const code of ['auth.expired', 'auth.forged', 'auth.revoked'] as const) {
      expect(new DomainError(code).toBody()).toMatchObject({ reset: true, logout: true });
    }
    const without = new DomainError('auth.required').toBody();
    expect(without).not.toHaveProperty('reset');
    expect(without).not.toHaveProperty('logout');
  });

  it('carry the specification’s mark when a folder is not there', () => {
    expect(new DomainError('folder.not-found').toBody()).toEqual({
      error: { code: 'folder.not-found', message: 'Page Not Found' },
      status: 404,
    });
  });
});

describe('a refusal in the words of another request', () => {
  const refused = (field?: string) => () =>
    Promise.reject(new DomainError('element.not-found', { ...(field && { field }), message: 'gone' }));

  it('names its own field, and keeps code and message', () =>
    expect(withFieldNames({ id: '_id' }, refused('id'))).rejects.toMatchObject({
      code: 'element.not-found',
      message: 'gone',
      details: { field: '_id' },
    }));

  it('keeps a field that both call the same, and none', async () => {
    await expect(withFieldNames({ id: '_id' }, refused('url'))).rejects.toMatchObject({
      details: { field: 'url' },
    });
    await expect(withFieldNames({ id: '_id' }, refused())).rejects.not.toHaveProperty('details.field');
  });

  it('lets an answer through', () => expect(withFieldNames({}, async () => 1)).resolves.toBe(1));
});
