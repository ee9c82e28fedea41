// A child process's program. Tests run it as it is, hence `.ts` in imports.
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
// A pipeline can't be cancelled: leaving in order could take hours.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
setUpSharp(process.argv.slice(2));
send({});
