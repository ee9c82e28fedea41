/** The checks of promtool and amtool on the alerts. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup/paths.mjs';
import { runCommand } from '../setup/run-command.mjs';
import { CHART } from './render.mjs';

const signals = (file) => import(join(ROOT, 'apps/signals/dist', file));

/** @returns the alerts that don't fire in time, fire below their bound, or don't end; and rules that are no PromQL */
export async function failedAlerts(promtool, folder) {
  const { ruleTestFiles } = await signals('rule-tests.js');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of ruleTestFiles()) writeFileSync(join(folder, name), text);
  const files = readdirSync(folder);
  const ending = (end) => files.filter((file) => file.endsWith(end));
  const checked = await runCommand(promtool, ['check', 'rules', '--lint=all', ...ending('.rules.json')], {
    cwd: folder,
  });
  if (checked.code !== 0) return [checked.output];
  const asked = await uselessQueries(promtool, folder);
  if (asked.length > 0) return asked;
  // Two at a time: most of it is one core's work.
  const tests = ending('.test.json');
  const run = async (some) => {
    const { code, output } = await runCommand(promtool, ['test', 'rules', ...some], { cwd: folder });
    return code === 0 ? [] : [output];
  };
  const halves = await Promise.all([0, 1].map((half) => run(tests.filter((_, at) => at % 2 === half))));
  return halves.flat();
}

/** @returns what promtool says of queries of dashboards that are no PromQL */
async function uselessQueries(promtool, folder) {
  const { queriesAsRules } = await signals('chart-files.js');
  writeFileSync(join(folder, 'dashboards.json'), queriesAsRules());
  const { code, output } = await runCommand(promtool, ['check', 'rules', 'dashboards.json'], { cwd: folder });
  return code === 0 ? [] : [output];
}

/** @returns the alerts that go elsewhere than their severity says */
export async function wrongRoutes(amtool) {
  const { allAlerts } = await signals('rules.js');
  const config = join(CHART, 'examples/alertmanager.yaml');
  const checked = await runCommand(amtool, ['check-config', config]);
  if (checked.code !== 0) return [checked.output];
  const receivers = { page: 'pager', ticket: 'tickets' };
  const problems = [];
  for (const { name, severity, labels = {}, proof } of allAlerts) {
    const all = { ...proof.labels, ...labels, severity, alertname: name };
    const words = Object.entries(all).map(([label, value]) => `${label}=${value}`);
    const { code, output } = await runCommand(amtool, [
      'config',
      'routes',
      'test',
      `--config.file=${config}`,
      `--verify.receivers=${receivers[severity]}`,
      ...words,
    ]);
    if (code !== 0) problems.push(`${name}: ${output}`);
  }
  return problems;
}
