import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';

/** The standalone's yardstick: a bare server that pipes a file. Its parent names the file; it answers its port. */
process.once('message', ({ file }: { file: string }) => {
  const server = createServer((_, response) => void createReadStream(file).pipe(response));
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
