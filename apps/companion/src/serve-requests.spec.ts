import { expect, it } from 'vitest';
import { Turns } from './serve-requests.js';

it('gives each owner so many turns at a time', () => {
  const turns = new Turns(2);
  const [first] = [turns.take('alice'), turns.take('alice')];
  expect(() => turns.take('alice')).toThrow(expect.objectContaining({ code: 'rate.limited' }));
  turns.take('bob');
  first();
  first();
  turns.take('alice');
  expect(() => turns.take('alice')).toThrow();
});
