import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOpsServer } from '../../../apps/data-folder/dist/index.js';
import { openRemoteInstallation } from '../../../apps/operations/dist/cli/remote-installation.js';
import { operatorRoutes } from '../../../apps/operations/dist/index.js';
import { SetupError } from '../../../tools/setup/messages.mjs';
import { productNode } from '../../../tools/setup/node-version.mjs';
import { ROOT } from '../../../tools/setup/paths.mjs';
import { runCommand } from '../../../tools/setup/run-command.mjs';
import { forward, reachStore } from './load.mjs';

const PUBLIC_PORT = 8080;
/** The port is that of evaluation.signIn.localPort. */
const SIGN_IN_PORT = 8089;
const SERVICES = ['gateway', 'catalog', 'storage', 'media', 'billing', 'notify'];

/** A pod of each service, as SKYSHELF_PEERS names them. */
export async function peersOf(release) {
  const { items } = await release.get('pods', '--field-selector=status.phase=Running');
  const addressOf = (service) =>
    items.find(({ metadata }) => metadata.labels['app.kubernetes.io/component'] === service).status.podIP;
  return SERVICES.map((each) => `${each}=http://${addressOf(each)}:8081`).join(',');
}

/** Port-forwarded calls come from the pod itself. */
export const OF_TESTS = { settings: { RATE_UNLIMITED: '127.0.0.1', ADMIN_SUBS: 'local|admin' } };

/**
 * Runs the end-to-end tests of all that share a product against an installation.
 * @throws {SetupError} with the last lines when one fails
 */
export async function endToEnd(release) {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-kube-e2e-'));
  await reachStore(release);
  await forward(release, 'deployment/shelf-skyshelf-gateway', PUBLIC_PORT, SIGN_IN_PORT);
  const close = await operatorSocket(release, folder);
  try {
    const running = JSON.stringify({ url: `http://127.0.0.1:${PUBLIC_PORT}`, dataFolder: folder });
    const words = ['tools/test.mjs', '--suite', 'e2e', '--mode', 'cluster', ...sharingTests()];
    const env = { ...process.env, SKYSHELF_E2E_RUNNING: running };
    const { code, output } = await runCommand(productNode(), words, { cwd: ROOT, env, show: true });
    if (code !== 0) throw new SetupError(output.split('\n').slice(-60).join('\n'));
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files of tests that neither start a product of their own nor look into its folder. */
const sharingTests = () =>
  globSync('src/**/*.e2e.ts', { cwd: join(ROOT, 'e2e') }).filter((file) => {
    const text = readFileSync(join(ROOT, 'e2e', file), 'utf8');
    return text.includes('sharedSkyshelf') && !/launchSkyshelf|\.dataFolder/.test(text);
  });

/**
 * Opens a socket on which the tests reach the operator's commands, as in a data folder. Nothing here applies the
 * policies to the pods.
 */
async function operatorSocket(release, folder) {
  const { data } = await release.get('secret', 'shelf-skyshelf-keys');
  const keys = join(folder, 'keys.json');
  writeFileSync(keys, Buffer.from(data['keys.json'], 'base64'), { mode: 0o600 });
  const remote = await openRemoteInstallation({
    SKYSHELF_KEYS_FILE: keys,
    SKYSHELF_PEERS: await peersOf(release),
  });
  mkdirSync(join(folder, 'run'));
  const socket = join(folder, 'run', 'ops.sock');
  const stop = await startOpsServer(socket, operatorRoutes(remote.installation));
  return async () => {
    await stop();
    await remote.close();
  };
}
