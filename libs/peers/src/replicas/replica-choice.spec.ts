import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReplicaChoice } from './replica-choice.js';

const three = ['http://a:1', 'http://b:1', 'http://c:1'];

function choiceOf(addresses: readonly string[]) {
  const time = { now: 0 };
  return { time, choice: new ReplicaChoice(addresses, () => time.now) };
}

describe('which replica is asked first', () => {
  it('without a key they take turns, and each order names all of them', () => {
    const { choice } = choiceOf(three);
    const firsts = Array.from({ length: 6 }, () => choice.order()[0]);
    expect(new Set(firsts).size).toBe(3);
    expect(choice.order().toSorted()).toEqual(three);
  });

  it('with a key it is always the same one', () => {
    const { choice } = choiceOf(three);
    fc.assert(
      fc.property(fc.string(), (key) => {
        expect(choice.order(key)).toEqual(choice.order(key));
      }),
    );
  });

  it('keys are shared out evenly', () => {
    const { choice } = choiceOf(three);
    const counts = new Map<string | undefined, number>();
    for (let each = 0; each < 3000; each += 1) {
      const [first] = choice.order(`drive-${each}`);
      counts.set(first, (counts.get(first) ?? 0) + 1);
    }
    for (const address of three) expect(counts.get(address)).toBeGreaterThan(850);
  });

  it('when a replica goes, only its own keys move', () => {
    const { choice } = choiceOf(three);
    const fewer = new ReplicaChoice(three.slice(0, 2));
    for (let each = 0; each < 500; each += 1) {
      const [first] = choice.order(`drive-${each}`);
      if (first !== three[2]) expect(fewer.order(`drive-${each}`)[0]).toBe(first);
    }
  });

  it('when replicas come and go, only the keys of who left and of who came move', () => {
    const { choice } = choiceOf(three);
    const keys = Array.from({ length: 500 }, (_, each) => `drive-${each}`);
    const before = new Map(keys.map((key) => [key, choice.order(key)[0]]));
    choice.failed('http://a:1');
    choice.replace(['http://a:1', 'http://c:1', 'http://d:1']);
    expect(choice.order('drive-0').at(-1)).toBe('http://a:1');
    choice.answered('http://a:1');
    for (const key of keys) {
      const [first] = choice.order(key);
      if (first !== 'http://d:1' && before.get(key) !== 'http://b:1') expect(first).toBe(before.get(key));
    }
  });

  it('one that failed comes last for a moment, longer after each failure, and is never left out', () => {
    const { choice, time } = choiceOf(three);
    const [first = ''] = choice.order('drive');
    choice.failed(first);
    expect(choice.order('drive').at(-1)).toBe(first);
    time.now = 251;
    expect(choice.order('drive')[0]).toBe(first);
    choice.failed(first);
    time.now = 251 + 499;
    expect(choice.order('drive').at(-1)).toBe(first);
    time.now = 251 + 501;
    expect(choice.order('drive')[0]).toBe(first);
  });

  it('an answer clears it', () => {
    const { choice } = choiceOf(three);
    const [first = ''] = choice.order('drive');
    choice.failed(first);
    choice.answered(first);
    expect(choice.order('drive')[0]).toBe(first);
  });

  it('one that leaves is asked after the others, and before those that failed', () => {
    const { choice } = choiceOf(three);
    const [first = '', second = '', third] = choice.order('drive');
    choice.failed(first);
    choice.setAside(second, 1000);
    expect(choice.order('drive')).toEqual([third, second, first]);
  });
});
