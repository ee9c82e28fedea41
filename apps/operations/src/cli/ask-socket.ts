import { request, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Caller } from '../report.js';

const line = z.union([
  z.object({
    progress: z.object({
      step: z.string(),
      done: z.number(),
      total: z.number().nullable(),
      resume: z.string().optional(),
    }),
  }),
  z.object({ answer: z.unknown() }),
  z.object({ error: z.object({ message: z.string() }) }),
]);

export class CommandRefused extends Error {}

export interface SocketCall {
  socketPath: string;
  path: string;
  body: unknown;
}

/**
 * Sends the command over the operator's socket.
 * @throws CommandRefused when none runs there, or in its words; the signal's reason on an abort
 */
export async function askSocket(
  { socketPath, path, body }: SocketCall,
  { tell, signal }: Caller,
): Promise<unknown> {
  const response = await send(socketPath, path, JSON.stringify(body), signal);
  try {
    for await (const text of createInterface({ input: response })) {
      const read = line.parse(JSON.parse(text));
      if ('progress' in read) tell(read.progress);
      else if ('error' in read) throw new CommandRefused(read.error.message);
      else return read.answer;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  signal.throwIfAborted();
  throw new CommandRefused('Skyshelf was stopped before the command had ended');
}

function send(socketPath: string, path: string, text: string, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = {
    accept: 'application/x-ndjson',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, path, method: 'POST', headers, agent: false, signal }, resolve);
    call.on('error', (error: NodeJS.ErrnoException) => {
      const isAway = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
      reject(
        isAway ? new CommandRefused('No Skyshelf runs on this data folder. Start it with: npm start') : error,
      );
    });
    call.end(text);
  });
}
