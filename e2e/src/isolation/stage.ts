import type { RouteContract } from '@skyshelf/contracts';
import type { CallOptions, RunningSkyshelf } from '@skyshelf/testing';
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

/** An intruder's attempt at a route. */
export type Attempt = (stage: Stage) => Promise<void>;

/** A call with what is the victim's, which is refused. */
export const isRefused =
  <R extends RouteContract>(
    route: R,
    statuses: number | readonly number[],
    call: (stage: Stage) => CallOptions<R> = () => ({}),
  ): Attempt =>
  async (stage) =>
    refused(await stage.intruder.client.send(route, call(stage)), ...[statuses].flat());

/** A call whose answer has nothing of the victim. */
export const showsNothing =
  <R extends RouteContract>(route: R, call?: CallOptions<R>): Attempt =>
  async ({ victim, intruder }) =>
    expectNothingOf(victim, await intruder.client.call(route, call));

/** Makes one attempt after the other. */
export const each =
  (...attempts: readonly Attempt[]): Attempt =>
  async (stage) => {
    for (const attempt of attempts) await attempt(stage);
  };
