import { request } from 'node:http';
import type { Person } from './person.js';

export interface OpenStream {
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
  close(): void;
}

/** Opens the live changes as a browser does, and reports each ring. */
export function openLiveStream(
  { scene, token }: Person,
  gateway: number,
  lastVersion: number,
  onRing: (version: number) => void,
): OpenStream {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const base = scene.client.gateways[gateway % scene.client.gateways.length];
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'text/event-stream',
    ...(lastVersion > 0 && { 'last-event-id': String(lastVersion) }),
  };
  const call = request(new URL('/api/changes/live', base), { headers, agent: false }, (response) => {
    let rest = '';
    response.on('close', resolve);
    response.on('error', () => resolve());
    if (response.statusCode !== 200) return void response.destroy();
    // A heartbeat comes every 20 s: a stream that keeps silent for longer is dead.
    response.setTimeout(30_000, () => response.destroy());
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, version] = /^id: ?(\d+)$/.exec(line.trim()) ?? [];
        if (version) onRing(Number(version));
      }
    });
  });
  call.setTimeout(15_000, () => call.destroy());
  call.on('error', () => resolve());
  call.end();
  return { ended, close: () => call.destroy() };
}
