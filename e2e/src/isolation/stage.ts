import type { RunningSkyshelf } from '@skyshelf/testing';
import { expect } from 'vitest';
import type { Person } from './people.js';

export interface Stage {
  skyshelf: RunningSkyshelf;
  victim: Person;
  intruder: Person;
}

export const refused = (answer: { status: number; body: unknown }, ...statuses: number[]): void => {
  expect(statuses, JSON.stringify(answer.body)).toContain(answer.status);
  expect(answer.body).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
};

export const expectNothingOf = (victim: Stage['victim'], answer: unknown): void =>
  expect(JSON.stringify(answer)).not.toContain(victim.name);
