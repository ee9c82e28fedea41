import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '@skyshelf/contracts';

const MAX_BODY = 64 * 1024;

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}

/** Repeats code and message at the top, for Uppy. */
export function answerRefusal(response: ServerResponse, refusal: DomainError): void {
  if (response.headersSent) return void response.destroy();
  const { code, message } = refusal;
  answerJson(response, refusal.status, { ...refusal.toBody(), code, message });
}

/** @throws DomainError `body.too-large`, `input.unreadable` */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new DomainError('body.too-large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (cause) {
    throw new DomainError('input.unreadable', { cause });
  }
}
