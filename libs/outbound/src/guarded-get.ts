import { buffer } from 'node:stream/consumers';
import { guardedStream, type GuardLimits } from './guarded-stream.js';

export interface Fetched {
  status: number;
  body: Buffer;
}

/** See `guardedStream`. */
export async function guardedGet(address: string, limits: GuardLimits): Promise<Fetched> {
  const { status, body } = await guardedStream(address, limits);
  return { status, body: await buffer(body) };
}
