/** Mistakes that are planted in copies of the chart, each of which its unit tests must find. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../setup/run-command.mjs';
import { CHART } from './render.mjs';

const WORKLOAD = 'templates/_workload.tpl';
/** File, what it says, and what it says by mistake. */
const MISTAKES = {
  'no time to drain': ['values.yaml', 'drainSeconds: 35', 'drainSeconds: 0'],
  'a process that knows of no drain': ['templates/_settings.tpl', '"DRAIN_MS"', '"DRAIN"'],
  'a grace period that ends within the drain': [WORKLOAD, 'add $values.drainSeconds 40', 'add 0'],
  'fixed peers': ['templates/_services.tpl', '"dns+http://%s-pods', '"http://%s-pods'],
  'readiness by what all pods share': [WORKLOAD, '{{ include "skyshelf.probePath" "ready" }}', '/health'],
  'no pod while one is replaced': [WORKLOAD, 'maxUnavailable: 0, maxSurge: 1', 'maxUnavailable: 1'],
  'replicas where something scales': [WORKLOAD, '{{- if not $facts.scaledBy }}', '{{- if true }}'],
  'a budget that lets all go': ['templates/_scaling.tpl', 'maxUnavailable: 1', 'maxUnavailable: 100%'],
  'a film that no one finds': [WORKLOAD, 'publishNotReadyAddresses: true', ''],
};

/** @returns those that nothing finds */
export async function unnoticedMistakes(unittest, folder) {
  const unnoticed = [];
  const copy = join(folder, 'mistaken');
  for (const [name, [file, right, wrong]] of Object.entries(MISTAKES)) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(CHART, copy, { recursive: true });
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(right)) unnoticed.push(`${name}: ${file} does not say ${right}`);
    writeFileSync(path, text.replaceAll(right, wrong));
    const { code, output } = await runCommand(unittest, [copy]);
    if (code === 0 || !/^Tests:.* failed,/m.test(output)) unnoticed.push(`${name} is not found:\n${output}`);
  }
  return unnoticed;
}
