import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Start-up lines at debug level. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown, context?: unknown) => logger.debug({ context }, String(message)),
  debug: (message: unknown, context?: unknown) => logger.debug({ context }, String(message)),
  verbose: (message: unknown, context?: unknown) => logger.trace({ context }, String(message)),
  warn: (message: unknown, context?: unknown) => logger.warn({ context }, String(message)),
  error: (message: unknown, ...rest: unknown[]) =>
    logger.error(
      { err: message instanceof Error ? message : undefined, context: rest.at(-1) },
      String(message),
    ),
  fatal: (message: unknown, ...rest: unknown[]) => logger.fatal({ context: rest.at(-1) }, String(message)),
});
