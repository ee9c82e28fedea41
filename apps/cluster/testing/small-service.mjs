/**
 * A service as small as one can be, for tests of who starts and stops services: ready soon, on SIGTERM not
 * ready for a while, gone after that. FAIL_FILE: while it exists the service ends at once, with the exit code
 * in it. Asked for /hang it never does anything again.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PORT, FAIL_FILE = '', DRAIN_MS = '0' } = process.env;
if (existsSync(FAIL_FILE)) {
  console.error('cannot work like this');
  process.exit(Number(readFileSync(FAIL_FILE, 'utf8')));
}

let leaving = false;
const server = createServer((request, response) => {
  if (leaving) response.setHeader('connection', 'close');
  if (request.url === '/health/ready') response.writeHead(leaving ? 503 : 200).end();
  else if (request.url === '/slow') setTimeout(() => response.end(String(process.pid)), 300);
  else if (request.url === '/hang') for (;;);
  else if (request.url === '/headers') response.end(JSON.stringify(request.headers));
  else request.resume().once('end', () => response.end(String(process.pid)));
});
server.listen(Number(PORT), '127.0.0.1', () => console.log('ready'));

const stop = (drainMs) => {
  leaving = true;
  setTimeout(() => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  }, drainMs);
};
process.on('SIGTERM', () => stop(Number(DRAIN_MS)));
process.on('disconnect', () => stop(0));
