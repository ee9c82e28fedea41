// The program of a child process. Node runs it as it is in tests, therefore the endings of its imports.
import type { ImageRequest } from './image-messages.ts';
import { resizeImage, setUpSharp } from './resize-image.ts';

function send(outcome: object): void {
  const { user, system } = process.cpuUsage();
  process.send?.({
    ...outcome,
    cpuMs: (user + system) / 1000,
    memoryMb: process.memoryUsage.rss() / 2 ** 20,
  });
}

process.on('message', (request: ImageRequest) => {
  resizeImage(request).then(send, (error: unknown) => send({ cause: String(error) }));
});
// Its service has ended. A pipeline under way can't be cancelled, so leaving in order could take hours.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
setUpSharp(process.argv.slice(2));
send({});
