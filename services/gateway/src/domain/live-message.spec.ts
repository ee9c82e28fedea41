import { describe, expect, it } from 'vitest';
import { liveMessage, TOO_FAR_BEHIND } from './live-message.js';

describe('a live message', () => {
  it('carries the version of the drive as its id, so that a browser comes back with it', () => {
    expect(liveMessage(7, null)).toBe('id: 7\ndata: {"version":7}\n\n');
    expect(liveMessage(7, 5)).toBe('id: 7\ndata: {"version":7}\n\n');
  });

  it('asks a page that is too far behind to list its folder again', () => {
    expect(liveMessage(TOO_FAR_BEHIND + 5, 5)).not.toContain('resync');
    expect(liveMessage(TOO_FAR_BEHIND + 6, 5)).toContain('"resync":true');
  });

  it('asks the same of a page that knows more than there is, as after a restored backup', () => {
    expect(liveMessage(3, 9)).toBe('id: 3\ndata: {"version":3,"resync":true}\n\n');
  });
});
