/**
 * `npm run dev` runs the product from its sources, on the port and the data of `npm start`. Vite serves the page and
 * replaces components while it is open; the services are packed and started again when one of their files
 * changes. Types are not checked: `npm run typecheck` does.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DevelopedProduct, freePort } from './dev/developed-product.mjs';
import { bundleInput, bundleOutput } from './setup/bundle.mjs';
import { say } from './setup/messages.mjs';
import { ROOT } from './setup/paths.mjs';
import { setUpOrExit } from './setup.mjs';

/** As deep as the packed programs, since paths in them are relative. */
const FOLDER = join(ROOT, '.cache/dev/dist');

await setUpOrExit('dev');
/** A packed program does not find packages in node_modules of a workspace. */
const NESTED = new Set(
  Object.keys(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages)
    .filter((path) => /^(libs|services|apps)\/[^/]+\/node_modules\//.test(path))
    .map((path) => path.split('/node_modules/').at(-1)),
);
const port = Number(process.env.PORT || 8080);
const behind = await freePort();
process.env.SKYSHELF_URL = `http://127.0.0.1:${behind}`;

const product = new DevelopedProduct(join(FOLDER, 'standalone.js'), {
  NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled'),
  ...process.env,
  PORT: String(behind),
  PUBLIC_URL: process.env.PUBLIC_URL || `http://127.0.0.1:${port}`,
});
const [vite, packing] = await Promise.all([servePage(), packOnChange()]);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());

async function servePage() {
  const { createServer } = await import('vite');
  const server = await createServer({
    root: join(ROOT, 'web'),
    server: { port, strictPort: true, host: process.env.HOST || '127.0.0.1' },
  });
  return server.listen();
}

async function packOnChange() {
  const { watch } = await import('rolldown');
  const watcher = watch({
    ...bundleInput({ standalone: join(ROOT, 'apps/standalone/src/run.ts') }),
    external: isLoadedAsItIs,
    output: bundleOutput(FOLDER, { entryFileNames: '[name].js' }),
  });
  watcher.on('event', async (event) => {
    if (event.code === 'ERROR') say(`The services stay as they were: ${event.error.message}`);
    if (event.code !== 'BUNDLE_END' && event.code !== 'ERROR') return;
    await event.result?.close();
    if (event.code === 'BUNDLE_END') await product.restart();
  });
  return watcher;
}

/** Packing the packages again at each change would take most of the time. Rolldown has helpers of its own. */
function isLoadedAsItIs(id) {
  const [scope, name] = id.split('/');
  const package_ = scope.startsWith('@') ? `${scope}/${name}` : scope;
  const isPackage =
    /^[a-z@]/.test(id) && scope !== '@skyshelf' && existsSync(join(ROOT, 'node_modules', package_));
  return isPackage && !NESTED.has(package_);
}

async function stop() {
  await Promise.all([vite.close(), packing.close(), product.stop()]);
  process.exit(0);
}
