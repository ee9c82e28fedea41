import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { forward } from './forward.js';
import { ReplicaPools } from './replica-pools.js';

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

it('keeps no connection for a client that went away before its request could be sent on', async () => {
  const replica = await listening(createServer(() => undefined));
  const options = { connections: 1, headersTimeoutMs: 60_000, bodyTimeoutMs: 0 };
  const pools = new ReplicaPools([`http://127.0.0.1:${replica}`], options);
  const front = createServer();
  const port = await listening(front);
  const client = connect(port, '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n');
  const [request, response] = (await once(front, 'request')) as [IncomingMessage, ServerResponse];
  client.resetAndDestroy();
  await once(response, 'close');
  await expect(forward(pools, request, response)).rejects.toThrow();
  await pools.close();
});
