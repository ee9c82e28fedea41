import { request } from 'node:http';

const TIMEOUT_MS = 2_000;

/**
 * Is 0 without an answer within 2 s. Never throws. A new connection is made each time: a kept one says nothing of the
 * server now.
 */
export function httpStatus(
  url: string,
  { method, headers, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const asking = request(url, { method, headers, agent: false }, (answer) => {
      answer.resume();
      answer.once('end', () => end(answer.statusCode ?? 0));
      answer.once('error', () => end(0));
    });
    const timer = setTimeout(() => end(0), TIMEOUT_MS);
    const end = (status: number): void => {
      clearTimeout(timer);
      asking.destroy();
      resolve(status);
    };
    asking.once('error', () => end(0));
    asking.end(body);
  });
}
