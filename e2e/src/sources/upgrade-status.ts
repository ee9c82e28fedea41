import { request } from 'node:http';

/** The status that a request for a WebSocket is answered with. */
export function upgradeStatus(url: string, headers: Record<string, string>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const call = request(url, {
    headers: {
      ...headers,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  });
  call.on('upgrade', (answer, socket) => {
    socket.destroy();
    resolve(answer.statusCode ?? 0);
  });
  call.on('response', (answer) => {
    answer.resume();
    resolve(answer.statusCode ?? 0);
  });
  call.on('error', reject).end();
  return promise;
}
