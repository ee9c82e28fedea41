/** Starts and stops tracing as its argument says, and prints the address of each module that it loads. */
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) => {
    console.log(url);
    return next(url, context);
  },
});
const { startTracing } = await import('../src/index.js');
await (await startTracing(JSON.parse(process.argv[2] ?? ''))).stop();
