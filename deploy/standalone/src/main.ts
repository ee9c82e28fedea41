import { keepCompiledCode } from '@skyshelf/data-folder/compile-cache';

keepCompiledCode();
const [{ runUntilStopped }, { startStandalone }] = await Promise.all([
  import('@skyshelf/data-folder'),
  import('./standalone.js'),
]);
await runUntilStopped((onFailure) => startStandalone(process.env, onFailure), 'npm start');
