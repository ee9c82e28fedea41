import { expect } from 'vitest';
import { filledIn, valueAt, type Kept } from './fill-in.js';
import type { Step } from './step.js';

/** The signature of an address: AWS Signature Version 4 in the query. */
const SIGNATURE = 'X-Amz-Signature';

/** Sends a part straight to the object store, as a browser does, which is how a cluster takes large files. */
export async function putIntoStore(step: Step, kept: Kept, where: string): Promise<Kept> {
  const address = new URL(String(filledIn(step.at, kept)));
  if (step.query?.signature !== undefined) address.searchParams.set(SIGNATURE, String(step.query.signature));
  const answer = await fetch(address, { method: 'PUT', body: step.bytes ?? '' });
  expect(answer.status, `${where}: ${await answer.text()}`).toBe(step.statusOfStore ?? step.status ?? 200);
  const told = { etag: answer.headers.get('etag') };
  const places = Object.entries(step.keep ?? {});
  return Object.fromEntries(places.map(([name, place]) => [name, valueAt(told, place)]));
}
