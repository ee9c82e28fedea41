import { createServer } from 'node:http';

/**
 * The yardstick of the listing: a bare server that sends bytes it already has. It is told the bytes by its
 * parent and answers its port.
 */
process.once('message', (message: { body: string }) => {
  const body = Buffer.from(message.body, 'utf8');
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
      });
      response.end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
