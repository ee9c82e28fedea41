import { describe, expect, it } from 'vitest';
import { DomainError, errorCodes, errorTable } from './errors.js';
import { forSender } from './sender-refusals.js';

describe('a sender by a link', () => {
  it('is told the same of all that concerns room, whatever the cause says', () => {
    const isOfRoom = /^(space|disk)\.|^drive\.full$/;
    const ofRoom = errorCodes.filter((code) => isOfRoom.test(code));
    expect(ofRoom).toHaveLength(4);
    const shown = ofRoom.map((code) => forSender(new DomainError(code, { message: '3 MB are left' })));
    expect(new Set(shown.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
    expect(shown[0]?.message).toBe(errorTable['drop.full'].message);
  });

  it('is told what concerns the file, the link and the connection', () => {
    for (const code of ['drop.limit', 'upload.incomplete', 'drive.busy', 'upload.bad-grant'] as const) {
      const error = new DomainError(code, { message: 'as it is' });
      expect(forSender(error)).toBe(error);
    }
    expect(forSender(new DomainError('drive.closed')).code).toBe('share.not-found');
  });
});
