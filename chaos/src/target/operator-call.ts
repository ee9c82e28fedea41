import { request } from 'node:http';

/**
 * Makes one JSON call over the operator's socket. @throws Error on a refusal, with what it said, and when no one
 * answers within the time
 */
export function operatorCall<T>(
  socketPath: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  timeoutMs = 15_000,
): Promise<T> {
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const headers = payload && { 'content-type': 'application/json', 'content-length': String(payload.length) };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const call = request({ socketPath, method, path, headers, agent: false, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 400) resolve(JSON.parse(text || 'null') as T);
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
      });
    });
    call.on('error', reject);
    call.end(payload);
  });
}
