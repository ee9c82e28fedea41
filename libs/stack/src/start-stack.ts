import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { databaseUri, withFolderLock } from '@skyshelf/host';
import { freeFixedPort, isFree } from './fixed-ports.js';
import { START_DEADLINE_MS, type ManagedServer } from './managed-server.js';
import { openServers, type ManagedGroup, type OpenStack } from './open-stack.js';
import { provide } from './programs/provide.js';
import { clientPortFor, KAFKA_USER, portKeys, programsFor } from './servers/plan-groups.js';
import { metricsFile, tracesFile } from './servers/otlp.js';
import { REGION } from './servers/s3.js';
import { freshNote, mergeLayout, readStackNote, writeStackNote, type StackNote } from './stack-note.js';
import type { Stack, StackOptions } from './stack.js';

/**
 * Listens on the loopback address; resolves when all serve. Running servers are adopted, stopped ones started on their
 * data and, if free, their ports. Missing programs are fetched or built first, once for this user.
 * @throws {ProvisionError} when a program can't be had, with what to install
 * @throws {Error} when the folder holds another kind of stack, or a server does not serve within four
 * minutes; with its log
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const folder = resolve(options.folder);
  const progress = options.progress ?? (() => {});
  return withFolderLock(lockFile(folder), async () => {
    const present = readStackNote(folder);
    const layout = mergeLayout({ ...options, folder }, present?.layout);
    const noted = present ?? freshNote();
    for (const name of programsFor(layout)) await provide(name, progress);
    const draft = { ...noted, layout };
    const note = { ...draft, ports: await choosePorts(folder, draft, noted) };
    writeStackNote(folder, note);
    const stack = openServers(folder, note, { bound: !options.outlive, progress });
    await startAll(stack, progress);
    return describe(folder, note, stack);
  });
}

/** The data stays. Does nothing without a stack. */
export async function stopStack(folder: string, how: 'cleanly' | 'at once' = 'cleanly'): Promise<void> {
  await withFolderLock(lockFile(resolve(folder)), () => stopServers(resolve(folder), how));
}

export async function wipeStack(folder: string): Promise<void> {
  const path = resolve(folder);
  await withFolderLock(lockFile(path), async () => {
    await stopServers(path, 'at once');
    await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
}

/** Next to the folder: it must hold while the folder is removed. */
function lockFile(folder: string): string {
  return `${folder}.lock`;
}

async function startAll({ groups, toxiproxy }: OpenStack, progress: (line: string) => void): Promise<void> {
  if (toxiproxy) await startGroup({ servers: [toxiproxy] }, progress);
  await Promise.all(groups.map((group) => startGroup(group, progress)));
}

async function startGroup({ servers, form }: ManagedGroup, progress: (line: string) => void): Promise<void> {
  const started = performance.now();
  const before = servers.filter((server) => server.isRunning()).length;
  await Promise.all(servers.map((server) => server.launch()));
  if (form) {
    await Promise.all(servers.map((server) => server.accepting()));
    await form(START_DEADLINE_MS);
  }
  await Promise.all(servers.map((server) => server.serving()));
  const names = servers.map(({ name }) => name).join(', ');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  progress(before === servers.length ? `${names}: running already` : `${names}: serving after ${seconds} s`);
}

async function stopServers(folder: string, how: 'cleanly' | 'at once'): Promise<void> {
  const note = readStackNote(folder);
  if (!note) return;
  const { servers, toxiproxy } = openServers(folder, note, { bound: false });
  const end = (server: ManagedServer) => (how === 'cleanly' ? server.stop() : server.kill());
  await Promise.all(servers.map(end));
  if (toxiproxy) await end(toxiproxy);
}

/** The noted ports where their server runs or they are free, and new ones for the rest. */
async function choosePorts(folder: string, wanted: StackNote, noted: StackNote): Promise<StackNote['ports']> {
  const busy = new Set(
    openRunning(folder, noted).flatMap(({ name }) =>
      Object.keys(noted.ports).filter((key) => ownerOf(key) === name),
    ),
  );
  const ports: StackNote['ports'] = {};
  for (const key of portKeys(wanted.layout)) {
    const last = noted.ports[key];
    const keep = last !== undefined && (busy.has(key) || (await isFree(last)));
    ports[key] = keep ? last : await freeFixedPort();
  }
  return ports;
}

function openRunning(folder: string, noted: StackNote): ManagedServer[] {
  const { servers, toxiproxy } = openServers(folder, noted, { bound: false });
  return [...servers, ...(toxiproxy ? [toxiproxy] : [])].filter((server) => server.isRunning());
}

/** The proxies' ports belong to toxiproxy, all others to the server that they are named after. */
function ownerOf(key: string): string {
  return key.endsWith('.proxy') ? 'toxiproxy' : (key.split('.')[0] ?? key);
}

const saslOf = ({ kafkaPassword: password }: StackNote) =>
  ({ mechanism: 'plain', username: KAFKA_USER, password }) as const;

function describe(folder: string, note: StackNote, { servers, proxies }: OpenStack): Stack {
  const { layout, accessKey, secretKey, databasePassword } = note;
  const at = (name: string) => `127.0.0.1:${clientPortFor(note, name)}`;
  const addresses = (kind: string) =>
    servers.filter(({ name }) => name.startsWith(`${kind}-`)).map(({ name }) => at(name));
  return {
    mongodbUri: layout.mongod ? databaseUri(addresses('mongod'), databasePassword) : null,
    kafka: layout.kafka ? { brokers: addresses('kafka'), sasl: saslOf(note) } : null,
    s3: layout.s3 ? { endpoint: `http://${at('s3')}`, accessKey, secretKey, region: REGION } : null,
    otlp: layout.otlp ? collectorAt(`http://${at('otlp')}`, join(folder, 'otlp')) : null,
    servers,
    proxies: proxies ?? null,
    down: () => stopStack(folder),
    wipe: () => wipeStack(folder),
  };
}

const collectorAt = (endpoint: string, folder: string): NonNullable<Stack['otlp']> => ({
  endpoint,
  traces: tracesFile(folder),
  metrics: metricsFile(folder),
});
