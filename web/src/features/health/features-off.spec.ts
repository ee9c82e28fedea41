import { describe, expect, it } from 'vitest';
import { hintsOf } from './features-off.js';

describe('features that are off', () => {
  it('are shown with the way to switch them on', () => {
    const checks = {
      'gateway.database': { status: 'ok' },
      video: { status: 'off', hint: 'Install ffmpeg.' },
      broken: { status: 'failed', hint: 'not for here' },
    };
    expect(hintsOf({ checks })).toEqual(['Install ffmpeg.']);
  });

  it('are none when nothing is said', () => {
    expect(hintsOf({})).toEqual([]);
    expect(hintsOf({ checks: { odd: { status: 'off' } } })).toEqual([]);
  });
});
