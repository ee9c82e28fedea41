import type { FastifyReply } from 'fastify';

/**
 * A Node response for passport, which only redirects by `statusCode`, `setHeader` and `end`. Answers through
 * Fastify, with its headers.
 */
export class PassportResponse {
  statusCode = 302;
  /** Resolves when passport has answered by itself. */
  readonly answered: Promise<void>;
  readonly #answered: () => void;

  constructor(private readonly reply: FastifyReply) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.answered = promise;
    this.#answered = resolve;
  }

  setHeader(name: string, value: string): void {
    if (name.toLowerCase() !== 'content-length') this.reply.header(name, value);
  }

  end(): void {
    this.reply.code(this.statusCode).header('cache-control', 'no-store').send();
    this.#answered();
  }
}
