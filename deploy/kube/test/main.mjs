/**
 * `npm run campaign -- kube-test [names of checks …]`: applies the chart to a real API server, with nodes that
 * only say that pods run.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../../libs/host/binary/find-mongod.mjs';
import { programs } from '../../../tools/chart/programs.mjs';
import { setUpOrExit } from '../../../tools/setup.mjs';
import { say } from '../../../tools/setup/messages.mjs';
import { report, reportAll } from '../../../tools/setup/report.mjs';

await setUpOrExit('test');
const found = await programs({ names: ['helm'], onlyCached: false });
const { CONTROL_PLANE, FAKE_NODES, missingBuilds, providePrograms } = await import('../programs.mjs');
const missing = missingBuilds(CONTROL_PLANE);
if (!found || missing.length > 0) skip();
else await run();

function skip() {
  say(
    `The chart is not tried on a Kubernetes: ${missing.join(', ') || 'helm'} is not built here (npm run kube -- provide).`,
  );
  reportAll(0, process.env.CI ? 1 : 0);
}

async function run() {
  await providePrograms(FAKE_NODES);
  const checks = { ...(await import('./checks.mjs')), ...(await import('./zones.mjs')) };
  const { Cluster } = await import('../cluster.mjs');
  const { applyCustomResources } = await import('./custom-resources.mjs');
  const { addFakeNodes } = await import('./fake-nodes.mjs');
  const cluster = new Cluster(join(cacheFolder(), 'kube-test'));
  const folder = join(cluster.folder, 'values');
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(checks);
  let failed = 0;
  try {
    await cluster.down();
    await cluster.up({ node: false });
    mkdirSync(folder, { recursive: true });
    await applyCustomResources(cluster);
    await addFakeNodes(cluster, 12);
    for (const name of names) {
      const check = () => checks[name]({ cluster, helm: found.helm, folder });
      if (!(await report(name, check))) failed += 1;
    }
  } finally {
    await cluster.down();
  }
  reportAll(names.length - failed, failed);
}
