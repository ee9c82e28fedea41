/**
 * `npm run campaign -- kube [--keep] [--images FOLDER] [--mistake NAME] [--scaling] [--end-to-end]`: follows
 * docs/hosting.md on a real node: installs the version before from loaded images, tests it, and under load
 * upgrades it, scales it, evicts each pod and rolls it back, while its NetworkPolicies are enforced; then
 * tries which pods reach which, and lets the checker of chaos judge what is left.
 *
 * --keep leaves the cluster as it is: npm run kube -- down --folder …
 *
 * --images FOLDER what "npm run images -- --draft" and "npm run images -- --servers" have made
 *
 * --mistake NAME plants a mistake (mistakes.mjs), which the load must find
 *
 * --scaling lets KEDA scale the roles of media by their work instead (npm run kube -- provide --scalers)
 *
 * --end-to-end runs the end-to-end tests that share a product against an installation of this version instead
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { programs } from '../../../tools/chart/programs.mjs';
import { setUpOrExit } from '../../../tools/setup.mjs';
import { say } from '../../../tools/setup/messages.mjs';
import { productNode } from '../../../tools/setup/node-version.mjs';
import { COMPILER, ROOT } from '../../../tools/setup/paths.mjs';
import { reportAll } from '../../../tools/setup/report.mjs';

// What is built, then the tools that make films.
for (const profile of ['images', 'test']) await setUpOrExit(profile);
const found = await programs({ names: ['helm'], onlyCached: false });
const words = process.argv.slice(2);
const { CONTROL_PLANE, NODE, SCALERS, missingBuilds } = await import('../programs.mjs');
const missing = [
  ...missingBuilds([...CONTROL_PLANE, ...NODE, ...(words.includes('--scaling') ? SCALERS : [])]),
  ...(process.getuid() === 0 ? [] : ['root’s rights']),
  ...(found ? [] : ['helm']),
];
if (missing.length > 0) {
  say(
    `Nothing is installed on a Kubernetes: ${missing.join(', ')} missing (npm run kube -- provide --node).`,
  );
  reportAll(0, process.env.CI ? 1 : 0);
} else {
  const run = (...command) =>
    spawnSync(productNode(), command, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, HELM: found.helm },
    });
  // The load is that of the tests of a cluster, the checker that of chaos.
  const { status } = run(COMPILER, '-b', 'e2e', 'chaos');
  process.exitCode = status === 0 ? (run(join(import.meta.dirname, 'run.mjs'), ...words).status ?? 1) : 1;
}
