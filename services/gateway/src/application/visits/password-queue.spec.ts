import { expect, it } from 'vitest';
import { PasswordQueue } from './password-queue.js';

it('hashes one at a time, and a client who begins before the further tries of others', async () => {
  const queue = new PasswordQueue();
  const order: string[] = [];
  let running = 0;
  const hash = (client: string, name = client) =>
    queue.run(client, async () => {
      expect((running += 1)).toBe(1);
      order.push(name);
      await new Promise(setImmediate);
      running -= 1;
    });
  const guesses = ['a', 'b', 'c'].flatMap((client) => [1, 2, 3].map((no) => hash(client, `${client}${no}`)));
  await guesses[3];
  await Promise.all([hash('person'), ...guesses]);
  expect(order.slice(0, 4)).toEqual(['a1', 'b1', 'c1', 'person']);
  expect(order).toHaveLength(guesses.length + 1);
});

it('goes on after work that failed', async () => {
  const queue = new PasswordQueue();
  const failed = queue.run('a', async () => Promise.reject(new Error('no')));
  const next = queue.run('a', async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});
