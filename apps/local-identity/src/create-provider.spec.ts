import { describe, expect, it } from 'vitest';
import { ExpiringStore } from './create-provider.js';

describe('what the provider remembers', () => {
  it('is forgotten when its time is over', () => {
    let now = 0;
    const memory = new ExpiringStore(() => now);
    memory.write('Session:a', { uid: '1' }, 10);
    expect(memory.find('Session:', (each) => each.uid === '1')).toEqual({ uid: '1' });
    now = 10_000;
    expect(memory.read('Session:a')).toBeUndefined();
    expect(memory.find('Session:', () => true)).toBeUndefined();
  });

  it('does not grow without end, whatever is sent', () => {
    const memory = new ExpiringStore(() => 0);
    for (let count = 0; count < 5000; count += 1)
      memory.write(`Interaction:${count}`, { uid: String(count) }, 900);
    expect(memory.read('Interaction:0')).toBeUndefined();
    expect(memory.read('Interaction:4999')).toBeDefined();
    expect(memory.read('Interaction:3000')).toBeDefined();
    expect(memory.read('Interaction:2999')).toBeUndefined();
  });

  it('goes with its grant', () => {
    const memory = new ExpiringStore(() => 0);
    memory.write('AccessToken:a', { grantId: 'g' }, 60);
    memory.write('AccessToken:b', { grantId: 'h' }, 60);
    memory.removeWhere((each) => each.grantId === 'g');
    expect([memory.read('AccessToken:a'), memory.read('AccessToken:b')]).toEqual([
      undefined,
      { grantId: 'h' },
    ]);
  });
});
