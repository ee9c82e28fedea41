import { describe, expect, it } from 'vitest';
import { PartitionQueue, type WireMessage } from './partition-queue.js';

const message = (value: string): WireMessage => ({ key: 'ann', value });
const values = (messages: readonly WireMessage[]) => messages.map(({ value }) => String(value).slice(0, 4));

function openQueue() {
  const requests: { values: string[]; answer: PromiseWithResolvers<void> }[] = [];
  const queue = new PartitionQueue((messages) => {
    const answer = Promise.withResolvers<void>();
    requests.push({ values: values(messages), answer });
    return answer.promise;
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { queue, requests, settled };
}

describe('what waits for a partition', () => {
  it('goes in one request at a time, in order; what came during one goes together', async () => {
    const { queue, requests, settled } = openQueue();
    const first = queue.push([message('a')]);
    await settled();
    const others = [queue.push([message('b'), message('c')]), queue.push([message('d')])];
    await settled();
    expect(requests.map((request) => request.values)).toEqual([['a']]);
    requests[0]?.answer.resolve();
    await first;
    await settled();
    expect(requests[1]?.values).toEqual(['b', 'c', 'd']);
    requests[1]?.answer.resolve();
    await Promise.all(others);
    const last = queue.push([message('e')]);
    await settled();
    requests[2]?.answer.resolve();
    await last;
    expect(requests).toHaveLength(3);
  });

  it('is told when its request fails, and what came later goes on', async () => {
    const { queue, requests, settled } = openQueue();
    const first = queue.push([message('a')]);
    await settled();
    const second = queue.push([message('b')]);
    requests[0]?.answer.reject(new Error('the leader has died'));
    await expect(first).rejects.toThrow('the leader has died');
    await settled();
    requests[1]?.answer.resolve();
    await second;
  });

  it('stays below what a broker takes', async () => {
    const { queue, requests, settled } = openQueue();
    const large = Array.from({ length: 5 }, (_, index) => message(`L${index}_${'x'.repeat(200_000)}`));
    const pushed = [queue.push(large), queue.push([message('small')])];
    for (const expected of [
      ['L0_x', 'L1_x'],
      ['L2_x', 'L3_x'],
      ['L4_x', 'smal'],
    ]) {
      await settled();
      const request = requests.at(-1);
      expect(request?.values).toEqual(expected);
      request?.answer.resolve();
    }
    await Promise.all(pushed);
    const many = queue.push(Array.from({ length: 1_200 }, () => message('m')));
    for (const expected of [500, 500, 200]) {
      await settled();
      expect(requests.at(-1)?.values).toHaveLength(expected);
      requests.at(-1)?.answer.resolve();
    }
    await many;
  });
});
