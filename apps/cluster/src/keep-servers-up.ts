import type { Logger } from '@skyshelf/telemetry';

export interface KeptServer {
  name: string;
  pid(): number;
  start(): Promise<void>;
}

const LOOK_EVERY_MS = 500;

/**
 * As a service manager would.
 * @returns ends it, before servers are stopped on purpose
 */
export function keepServersUp(
  servers: readonly KeptServer[],
  isAlive: (pid: number) => boolean,
  logger: Logger,
): () => Promise<void> {
  let look: Promise<void> | null = null;
  const lookRound = async (): Promise<void> => {
    for (const server of servers) {
      if (isAlive(server.pid())) continue;
      logger.error({ server: server.name }, 'a server ended unasked, it is started again');
      await server.start();
      logger.warn({ server: server.name, pid: server.pid() }, 'the server runs again');
    }
  };
  const timer = setInterval(() => {
    look ??= lookRound()
      .catch((error: unknown) => logger.error({ err: error }, 'a server does not start again'))
      .finally(() => (look = null));
  }, LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await look;
  };
}
