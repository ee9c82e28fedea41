import { createServer } from 'node:http';
import { createHash } from 'node:crypto';

/**
 * A service in a process of its own, for tests of the hand-over: says what came, sends what is asked for,
 * breaks off, never answers.
 */
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://service');
  const size = Number(url.searchParams.get('size') ?? 0);
  const way = url.searchParams.get('way');
  if (way === 'silent') return;
  if (way === 'break') {
    response.writeHead(200, { 'content-length': 1_000_000 });
    response.write(Buffer.alloc(1000), () => response.destroy());
    return;
  }
  const hash = createHash('sha256');
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    hash.update(chunk);
  });
  request.on('end', () => {
    if (size > 0)
      return void response
        .writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size })
        .end(Buffer.alloc(size, 7));
    const body = JSON.stringify({
      method: request.method,
      url: request.url,
      headers: request.headers,
      received,
      sha256: hash.digest('hex'),
      pid: process.pid,
    });
    response
      .writeHead(200, { 'content-type': 'application/json', 'x-from': 'service', connection: 'keep-alive' })
      .end(body);
  });
});

server.listen(process.argv[2], () => process.send?.('listening'));
