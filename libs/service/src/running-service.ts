import type { Readable } from 'node:stream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { InjectedRequest } from '@skyshelf/peers';

export async function inject(
  app: NestFastifyApplication,
  request: InjectedRequest,
): Promise<{ statusCode: number; payload: string }> {
  const { statusCode, payload } = await app.inject(request);
  return { statusCode, payload };
}

const textHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

export async function stream(
  app: NestFastifyApplication,
  request: InjectedRequest,
): Promise<{ statusCode: number; headers: Record<string, string>; body: Readable }> {
  const answer = await app.inject({ ...request, payloadAsStream: true });
  return { statusCode: answer.statusCode, headers: textHeaders(answer.headers), body: answer.stream() };
}
