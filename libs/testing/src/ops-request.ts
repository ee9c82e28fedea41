import { request } from 'node:http';

/**
 * One JSON call over the operator's unix socket of a running standalone. Rejects on a status of 400 or more,
 * with the body's text.
 */
export function opsRequest<T>(
  socketPath: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers =
      payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const call = request({ socketPath, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if ((response.statusCode ?? 500) >= 400)
          return reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
        const json = (response.headers['content-type'] ?? '').includes('json');
        resolve((json ? JSON.parse(text) : text) as T);
      });
    });
    call.on('error', reject);
    call.end(payload);
  });
}
