import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';

/** The yardstick of the standalone: a bare server that pipes a file. It is told the file by its parent and answers its port. */
process.once('message', ({ file }: { file: string }) => {
  const server = createServer((_, response) => void createReadStream(file).pipe(response));
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
