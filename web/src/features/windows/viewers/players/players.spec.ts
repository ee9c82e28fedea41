import { describe, expect, it } from 'vitest';
import { vimeo, youtube } from './players.js';

describe('what players in frames say', () => {
  it.each([
    [{ event: 'onReady' }, 'alive'],
    [{ event: 'initialDelivery', info: {} }, 'alive'],
    [{ event: 'onStateChange', info: 1 }, 'alive'],
    [{ event: 'onStateChange', info: 0 }, 'ended'],
    [{ event: 'infoDelivery', info: { playerState: 0 } }, 'ended'],
    [{ event: 'infoDelivery', info: { currentTime: 0 } }, 'alive'],
    [{ event: 'onError', info: 150 }, 'failed'],
    [{ event: 7 }, null],
    [['event'], null],
    [null, null],
  ])('a youtube player that says %j: %s', (message, word) => {
    expect(youtube.read(JSON.stringify(message))).toBe(word);
  });

  it.each([
    [{ event: 'ready' }, 'alive'],
    [{ method: 'ping' }, 'alive'],
    [{ event: 'ended', data: { seconds: 5 } }, 'ended'],
    [{ event: 'finish' }, 'ended'],
    [{ event: 'error', data: { name: 'PrivacyError' } }, 'failed'],
    [{ value: 4 }, null],
    ['ended', null],
  ])('a vimeo player that says %j: %s', (message, word) => {
    expect(vimeo.read(message)).toBe(word);
    expect(vimeo.read(JSON.stringify(message))).toBe(word);
  });

  it.each(['{', '', '\u202e', '[1'])('nothing in %j', (message) => {
    expect([youtube.read(message), vimeo.read(message)]).toEqual([null, null]);
  });
});
