/**
 * `npm run kube:test [names of checks …]`: applies the chart to a real API server, with nodes that only say
 * that pods run.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../../libs/host/binary/find-mongod.mjs';
import { programs } from '../../chart/programs.mjs';
import { setUpOrExit } from '../../setup.mjs';
import { say } from '../../setup/messages.mjs';

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
  process.stdout.write(`0 passed, ${process.env.CI ? 1 : 0} failed\n`);
  process.exitCode = process.env.CI ? 1 : 0;
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
      const started = performance.now();
      const problems = await checks[name]({ cluster, helm: found.helm, folder });
      if (problems.length > 0) failed += 1;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(`${problems.length > 0 ? '✗' : '✓'} ${name} (${seconds} s)\n`);
      for (const problem of problems) process.stdout.write(`${problem}\n`);
    }
  } finally {
    await cluster.down();
  }
  process.stdout.write(`${names.length - failed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}
