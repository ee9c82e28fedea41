import type { IncomingMessage } from 'node:http';

export function forwarded(
  { headers, socket }: IncomingMessage,
  trustedProxies: number,
): Record<string, string> {
  const known = trustedProxies > 0;
  const before = known ? headers['x-forwarded-for'] : undefined;
  const peer = socket.remoteAddress ?? 'unknown';
  const host = (known ? headers['x-forwarded-host'] : undefined) ?? headers.host ?? '';
  return {
    'x-forwarded-for': before === undefined ? peer : `${String(before)}, ${peer}`,
    'x-forwarded-host': String(host),
  };
}
