import { keepCompiledCode } from '@skyshelf/data-folder/compile-cache';

keepCompiledCode();
const [{ runUntilStopped }, { startCluster }] = await Promise.all([
  import('@skyshelf/data-folder'),
  import('./cluster.js'),
]);
await runUntilStopped(() => startCluster(process.env), 'npm run cluster');
