/** Whether everything is run, by `E2E_FULL=1`, and not a sample. */
const isFull = Boolean(process.env.E2E_FULL);
const SEED = Number(process.env.E2E_SEED ?? Math.floor(Math.random() * 120));

/** The cases of one run: one in so many, by `E2E_SEED`; all with `E2E_FULL=1`. */
export const sampleOf = <Case>(cases: readonly Case[], oneIn: number): Case[] =>
  isFull ? [...cases] : cases.filter((_, index) => (index + SEED) % oneIn === 0);

/** It appears in the title of a test that runs a sample. */
export const sampleSeed = isFull ? 'all' : `E2E_SEED ${SEED}`;
