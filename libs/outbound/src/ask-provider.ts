import type { ZodType } from 'zod';
import type { Fetched } from './guarded-get.js';

export type Get = (address: string) => Promise<Fetched>;

/** No usable answer: late, too large, malformed, or an error. */
export class ProviderSilent extends Error {
  override name = 'ProviderSilent';
}

/** @throws ProviderSilent when nothing comes */
export const askProvider = (get: Get, address: string): Promise<Fetched> =>
  get(address).catch((cause: unknown) => {
    throw new ProviderSilent(`No answer from ${new URL(address).host}.`, { cause });
  });

/** @throws ProviderSilent */
export function readAnswer<T>(answer: Fetched, schema: ZodType<T>): T {
  if (answer.status !== 200) throw new ProviderSilent(`A provider answered with status ${answer.status}.`);
  const parsed = schema.safeParse(jsonOf(answer));
  if (!parsed.success) throw new ProviderSilent('A provider answered nonsense.', { cause: parsed.error });
  return parsed.data;
}

/** Undefined when it is no JSON. */
export function jsonOf({ body }: Fetched): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}
