import { describe, expect, it } from 'vitest';
import { DomainError, errorBody, errorCodes, errorTable } from './errors.js';

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
