import { get } from 'node:http';
import { eventually } from '@skyshelf/testing';

export interface LiveStream {
  /** Doorbells heard so far. */
  rings(): number;
  until(condition: (rings: number) => boolean, timeoutMs?: number): Promise<void>;
  close(): void;
}

/**
 * Opens the live changes of a user as a browser does, and waits until the stream is open. @throws {Error}
 * when it is refused
 */
export function listen(baseUrl: string, token: string): Promise<LiveStream> {
  return new Promise((resolve, reject) => {
    const call = get(new URL('/api/changes/live', baseUrl), {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    });
    call.on('error', reject);
    call.on('response', (response) => {
      if (response.statusCode !== 200) return reject(new Error(`live changes: ${response.statusCode}`));
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', () => undefined);
      const rings = () => text.match(/^id:/gm)?.length ?? 0;
      resolve({
        rings,
        until: async (condition, timeoutMs = 20_000) =>
          void (await eventually(() => condition(rings()), { timeoutMs })),
        close: () => call.destroy(),
      });
    });
  });
}
