import { join } from 'node:path';
import { operatorCall } from './operator-call.js';
import type { EndState, Target } from './target.js';

/** The operator's command line of the built product. */
export const commandLine = (product: string, ...words: string[]): string[] => [
  join(product, 'node_modules/.bin/node'),
  join(product, 'apps/operations/main.mjs'),
  ...words,
];

/** A slow machine takes its time. */
const TOKEN_MS = 60_000;

/** The operator's door of the product on a data folder; the same in both ways to run it. */
export function operatorOf(
  product: string,
  data: string,
): Pick<Target, 'token' | 'rebuild' | 'resync'> & Pick<EndState, 'fsck'> & { socket: string } {
  const socket = join(data, 'run/ops.sock');
  return {
    socket,
    token: async (user) =>
      (await operatorCall<{ access_token: string }>(socket, 'POST', '/internal/token', { user }, TOKEN_MS))
        .access_token,
    rebuild: async (drive) =>
      void (await operatorCall(socket, 'POST', '/operations/rebuild', drive ? { drive } : {})),
    resync: async (consumer) =>
      void (await operatorCall(socket, 'POST', '/operations/resync', { consumer }, TOKEN_MS)),
    fsck: { command: commandLine(product, 'fsck', '--storage'), env: { SKYSHELF_DATA: data } },
  };
}

/** Whether a process of the product takes requests and has all that it depends on. */
export const isWell = (url: string): Promise<boolean> =>
  fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => ((await answer.json()) as { status: string }).status === 'ok',
    () => false,
  );
