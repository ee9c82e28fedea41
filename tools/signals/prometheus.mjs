/** A real Prometheus that scrapes the processes of a run, in less time than in production. */
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const NAMESPACE = 'skyshelf';
export const FULLNAME = 'shelf-skyshelf';
/**
 * How much quicker everything goes: scrapes, evaluations, windows, how long an alert has to hold, and bounds
 * of ages in seconds.
 */
export const TIMES_QUICKER = 15;
const EVERY = `${30 / TIMES_QUICKER}s`;
const UNIT = { s: 1, m: 60, h: 3_600, d: 86_400 };
const quicker = (text) => {
  const [, number, unit] = /^(\d+)([smhd])$/.exec(text);
  return `${Math.round((number * UNIT[unit] * 1_000) / TIMES_QUICKER)}ms`;
};
/** Ages that begin to grow with the cause. */
const AGES = /(skyshelf_(?:outbox_age|bus_lag|oldest_\w+_age)_seconds\{[^}]*\}\)) > (\d+)/g;

/** A query of the chart as it is asked here: names filled in, windows shortened. */
export const filledIn = (query) =>
  query
    .replaceAll(/RELEASE_NAMESPACE|\$namespace/g, NAMESPACE)
    .replaceAll('RELEASE_FULLNAME', FULLNAME)
    .replaceAll('$__rate_interval', '2m')
    .replaceAll(AGES, (_, age, bound) => `${age} > ${bound / TIMES_QUICKER}`)
    .replaceAll(/(\[|offset )(\d+[smhd])\b/g, (_, before, time) => before + quicker(time));

function rulesFile(groups) {
  const rules = ({ expr, for: holds, labels, ...rule }) => ({
    ...rule,
    expr: filledIn(expr),
    ...(holds && { for: quicker(holds) }),
    labels: JSON.parse(JSON.stringify(labels ?? {}).replaceAll('RELEASE_NAMESPACE', NAMESPACE)),
  });
  return JSON.stringify({
    groups: groups.map((group) => ({ name: group.name, rules: group.rules.map(rules) })),
  });
}

const scrape = (job, more) => ({ job_name: job, honor_labels: job === 'platform', ...more });

/** Writes what it reads. @param figuresAt where a stand-in tells what Kubernetes and cert-manager would */
function settings({ folder, token, groups, figuresAt }) {
  mkdirSync(folder, { recursive: true });
  const file = (name, text) => (writeFileSync(join(folder, name), text), join(folder, name));
  const targets = file('targets.json', '[]');
  const tokenFile = file('token', token);
  const processes = {
    authorization: { credentials_file: tokenFile },
    file_sd_configs: [{ files: [targets], refresh_interval: '1s' }],
  };
  const config = {
    global: { scrape_interval: EVERY, scrape_timeout: EVERY, evaluation_interval: EVERY },
    rule_files: [file('rules.yml', rulesFile(groups))],
    scrape_configs: [
      scrape('processes', processes),
      scrape('platform', { static_configs: [{ targets: [figuresAt] }] }),
    ],
  };
  return { config: file('prometheus.yml', JSON.stringify(config)), targets, tokenFile };
}

export async function startPrometheus({ program, port, ...given }) {
  const { folder } = given;
  const { config, targets, tokenFile } = settings(given);
  const log = join(folder, 'prometheus.log');
  const address = `127.0.0.1:${port}`;
  const output = openSync(log, 'a');
  const options = {
    'config.file': config,
    'storage.tsdb.path': join(folder, 'data'),
    'web.listen-address': address,
    'query.lookback-delta': quicker('5m'),
  };
  const words = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(program, words, { stdio: ['ignore', output, output] });
  process.once('exit', () => child.kill('SIGKILL'));
  const isReady = () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await isReady()); tries += 1) {
    if (child.exitCode !== null || tries > 300) throw new Error(readFileSync(log, 'utf8'));
    await pause(200);
  }
  const ask = (path, query) => asked(address, path, query);
  return {
    ask,
    tokenFile,
    stop: () => child.kill('SIGTERM'),
    scrapes: (processes) => writeFileSync(targets, JSON.stringify(processes.map(targetOf))),
    firing: async () => (await ask('alerts')).alerts.filter(({ state }) => state === 'firing'),
  };
}

async function asked(address, path, query = {}) {
  const answer = await fetch(`http://${address}/api/v1/${path}?${new URLSearchParams(query)}`);
  const { status, data, error } = await answer.json();
  if (status !== 'success') throw new Error(`${query.query ?? path}: ${error}`);
  return data;
}

/** The chart's PodMonitor names it in this way. */
const targetOf = ({ name, replica, url }) => ({
  targets: [new URL(url).host],
  labels: { namespace: NAMESPACE, pod: `${FULLNAME}-${name}-${replica}`, container: name },
});
