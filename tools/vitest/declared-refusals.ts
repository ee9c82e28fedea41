import { channel } from 'node:diagnostics_channel';
import { afterAll, afterEach, expect } from 'vitest';

/** Refusals whose code the contract of their route does not list: the test that meets one fails. */
const undeclared: unknown[] = [];
const note = (refusal: unknown): void => void undeclared.push(refusal);
channel('skyshelf.undeclared-refusal').subscribe(note);

const none = (): void =>
  expect(undeclared.splice(0), 'refusals that the contract of their route does not list').toEqual([]);
afterEach(none);
afterAll(none);
