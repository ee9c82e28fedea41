/** A cluster with people at work, the Prometheus that watches it, and what can be done to both. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startCluster, startServers } from '../../chaos/dist/target/cluster-target.js';
import { commandLine } from '../../chaos/dist/target/operator.js';
import { holdDrives } from '../../chaos/dist/faults/held-drives.js';
import { poisonDrive, publishText } from '../../chaos/dist/faults/unreadable-events.js';
import { operatorCall } from '../../chaos/dist/target/operator-call.js';
import { freePort } from '../../chaos/dist/target/standalone-target.js';
import { openHistory } from '../../chaos/dist/history/history.js';
import { GatewayClient } from '../../chaos/dist/workload/gateway-client.js';
import { bytesProfile } from '../../chaos/dist/workload/profiles.js';
import { Shifts } from '../../chaos/dist/workload/shifts.js';
import { siteSettings } from '../../chaos/dist/workload/site.js';
import { Workload } from '../../chaos/dist/workload/workload.js';
import { routes } from '../../libs/contracts/dist/index.js';
import { apiClient, eventually } from '../../libs/testing/dist/index.js';
import { provide } from '../../libs/stack/dist/programs/provide.js';
import { ROOT } from '../setup/paths.mjs';
import { runCommand } from '../setup/run-command.mjs';
import { openFigures } from './figures.mjs';
import { startPrometheus } from './prometheus.mjs';

const NAME = 'signals';
const TOKEN = 'only-for-figures-of-a-run-0123456789';

/** @param rest seconds that each worker rests after each round: without, two processors have no moment's rest */
export async function openInstallation({ users, rest, groups, say }) {
  const program = await provide('prometheus', say);
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-signals-'));
  say(`Everything of this run is in ${folder}`);
  const stackFolder = join(folder, 'servers');
  const stack = await startServers(stackFolder, 1, say);
  const env = { METRICS_TOKEN: TOKEN, ...(await siteSettings()) };
  const place = { product: ROOT, folder, name: NAME, stack, stackFolder, members: 1 };
  const target = await startCluster({ ...place, env });
  const watch = await watchProcesses(join(folder, 'data/run/ops.sock'));
  const figures = await openFigures(() => watch.processes);
  const prometheus = await startPrometheus({
    program,
    port: await freePort(),
    folder: join(folder, 'prometheus'),
    token: TOKEN,
    groups,
    figuresAt: figures.at,
  });
  watch.tell = prometheus.scrapes;
  const work = people(target, folder, unhurried(bytesProfile(users), rest * 1_000));
  await companionAnswers(target);
  await work.workload.start();
  return {
    target,
    prometheus,
    figures,
    holdDrives,
    ...work,
    keysFile: join(folder, 'data/secrets.json'),
    tokenFile: prometheus.tokenFile,
    before: watch.before,
    ...disturbances(stack, stackFolder, target),
    close: () => closeAll({ watch, work, target, prometheus, figures, stack }, say),
  };
}

/** It comes last, and calls meant for it fail until then. */
async function companionAnswers({ gateways, token }) {
  const client = apiClient(gateways[0], await token('first'));
  const isOn = async () => (await client.call(routes.listSources)).sources.some(({ on }) => on);
  await eventually(isOn, { timeoutMs: 60_000 });
  client.close();
}

async function closeAll({ watch, work, target, prometheus, figures, stack }, say) {
  watch.end();
  work.shifts.end();
  await work.workload.forsakeMirrors();
  await target.stop().catch(({ message }) => say(message));
  prometheus.stop();
  figures.close();
  await stack.down();
}

const isWell = (url) =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(1_500) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function watchProcesses(socket) {
  const look = async () => {
    const found = await operatorCall(socket, 'GET', '/cluster/processes').catch(() => watch.processes);
    watch.processes = await Promise.all(
      found.map(async (each) => ({ ...each, well: await isWell(each.url) })),
    );
    watch.tell(watch.processes);
  };
  const looking = setInterval(() => void look(), 1_000);
  const watch = {
    processes: [],
    tell: () => {},
    end: () => clearInterval(looking),
    /** Names of the proxies before a service. */
    before: (service) =>
      watch.processes.filter(({ name }) => name === service).map(({ url }) => `${NAME}-${new URL(url).port}`),
  };
  await look();
  return watch;
}

function unhurried({ each, some, ...profile }, restMs) {
  const slower = (worker) => (actor, folder) => {
    const round = worker(actor, folder);
    return async () => {
      await round();
      await pause(actor.random.between(restMs / 2, restMs * 1.5));
    };
  };
  const all = (workers) =>
    Object.fromEntries(Object.entries(workers).map(([name, worker]) => [name, slower(worker)]));
  return { ...profile, each: all(each), some: all(some) };
}

function people(target, folder, profile) {
  const history = openHistory(join(folder, 'history.jsonl'));
  const client = new GatewayClient(target.gateways);
  const shifts = new Shifts();
  const token = (user) => target.token(user);
  const scene = { seed: NAME, history, client, belongings: new Map(), stopping: () => shifts.isOver, token };
  return { history, client, shifts, workload: new Workload(scene, profile, shifts) };
}

/** The gateway publishes it in this form (libs/event-bus/src/kafka/cloud-event.ts). */
const accountOpened = (drive) => ({
  key: drive,
  value: JSON.stringify({ type: 'gateway.account.opened', sub: `local|${drive}`, name: drive }),
  headers: {
    ce_id: `gateway:${drive}:1`,
    ce_source: 'gateway',
    ce_type: 'gateway.account.opened',
    ce_time: new Date().toISOString(),
    ce_subject: drive,
    ce_schemaversion: '1',
    'content-type': 'application/json',
  },
});

function disturbances(stack, stackFolder, { endState }) {
  const { ports } = JSON.parse(readFileSync(join(stackFolder, 'stack.json'), 'utf8'));
  const toxics = (name) => `http://127.0.0.1:${ports.toxiproxy}/proxies/${name}/toxics`;
  const slowed = async (name, latency) => {
    const body = JSON.stringify({ name: 'slow', type: 'latency', attributes: { latency } });
    const { ok, status } = await fetch(toxics(name), { method: 'POST', body });
    if (!ok) throw new Error(`toxiproxy answers ${status} for ${name}`);
    return () => fetch(`${toxics(name)}/slow`, { method: 'DELETE' });
  };
  return {
    /** Answers come so many milliseconds later. */
    slow: async (names, latency) => {
      const ends = await Promise.all(names.map((name) => slowed(name, latency)));
      return () => Promise.all(ends.map((end) => end()));
    },
    write: (value) => publishText(stack.kafka, `${NAME}.catalog`, { value }),
    /** An account of which billing has to hear. */
    openAccount: () => publishText(stack.kafka, `${NAME}.gateway`, accountOpened(`drive-${Date.now()}`)),
    poison: () => poisonDrive(endState),
    operator: async (...words) => {
      const [program, ...given] = commandLine(ROOT, ...words);
      const { code, output } = await runCommand(program, given, {
        env: { ...process.env, ...endState.fsck.env },
      });
      if (code !== 0) throw new Error(`skyshelf ${words.join(' ')}: ${output}`);
    },
  };
}
