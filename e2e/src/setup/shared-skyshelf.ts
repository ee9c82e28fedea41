import { RunningSkyshelf } from '@skyshelf/testing';
import { z } from 'zod';

/** A run's tests ask at this address for the product that they share. */
export const SHARED_DOOR = 'SKYSHELF_E2E_SHARED';

export const whereabouts = z.object({ url: z.url(), dataFolder: z.string() });

/**
 * The one running product of a test run, for tests that stop nothing and set nothing: each works with people
 * of its own. Started when the first test asks for it; the rates of calls are not limited there.
 */
export async function sharedSkyshelf(): Promise<RunningSkyshelf> {
  const door = process.env[SHARED_DOOR];
  if (!door) throw new Error('No test run shares a product. Start the tests with `npm run e2e`.');
  const answer = await fetch(door);
  if (!answer.ok) throw new Error(await answer.text());
  const { url, dataFolder } = whereabouts.parse(await answer.json());
  return new RunningSkyshelf(url, dataFolder);
}
