import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findMongod, freePort, mongodArguments } from '@skyshelf/host';
import { provide } from '@skyshelf/stack';
import { MongoClient } from 'mongodb';
import { eventually } from './eventually.js';

export interface EncryptedServers {
  mongodbUri: string;
  broker: string;
  /** The file of the authority, and of another one that has signed nothing. */
  authority: string;
  stranger: string;
  stop(): Promise<void>;
}

export async function startEncryptedServers(): Promise<EncryptedServers> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-encrypted-'));
  const file = (name: string) => join(folder, name);
  await certify(file('authority'), '/CN=authority');
  await certify(file('stranger'), '/CN=authority');
  const signed = ['-CA', file('authority.pem'), '-CAkey', file('authority.key')];
  await certify(file('server'), '/CN=server', ['-addext', 'subjectAltName=IP:127.0.0.1', ...signed]);
  const both = file('both.pem');
  writeFileSync(both, readFileSync(file('server.key'), 'utf8') + readFileSync(file('server.pem'), 'utf8'));
  const tls = { both, authority: file('authority.pem') };
  const [mongod, kafka] = await Promise.all([
    startMongod(file('mongod'), tls),
    startKafka(file('kafka'), tls),
  ]);
  return {
    ...{
      mongodbUri: mongod.uri,
      broker: kafka.broker,
      authority: tls.authority,
      stranger: file('stranger.pem'),
    },
    stop: async () => {
      await Promise.all([end(mongod.server), end(kafka.server)]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Certified {
  both: string;
  authority: string;
}

const certify = (name: string, subject: string, more: readonly string[] = []) =>
  promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', subject, '-keyout', `${name}.key`, '-out', `${name}.pem`, ...more],
  ]);

async function startMongod(dbPath: string, { both, authority }: Certified) {
  mkdirSync(dbPath);
  const [port, found] = [await freePort(), await findMongod()];
  if (!found) throw new Error('There is no MongoDB server on this machine.');
  const tls = ['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', both, '--tlsCAFile', authority];
  const server = spawn(
    found.path,
    [...mongodArguments({ dbPath }, port), ...tls, '--tlsAllowConnectionsWithoutCertificates'],
    { stdio: 'ignore' },
  );
  const host = `127.0.0.1:${port}`;
  const uri = `mongodb://${host}/?tls=true`;
  const client = await new MongoClient(`${uri}&directConnection=true`, { tlsCAFile: authority }).connect();
  await client.db('admin').command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] } });
  await client.close();
  return { server, uri };
}

async function startKafka(folder: string, { both, authority }: Certified) {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const bootstrap = await provide('kafka');
  copyFileSync(bootstrap, join(folder, 'data', 'bootstrap.checkpoint'));
  const meta = {
    version: 1,
    'cluster.id': 'AAAAAAAAAAAAAAAAAAAAAA',
    'node.id': 1,
    'directory.id': 'AQAAAAAAAAAAAAAAAAAAAQ',
  };
  writeFileSync(join(folder, 'data', 'meta.properties'), lines(meta));
  const [client, controller] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  writeFileSync(
    join(folder, 'server.properties'),
    lines({
      ...{
        'process.roles': 'broker,controller',
        'node.id': 1,
        'controller.quorum.voters': `1@${controller}`,
      },
      listeners: `CLIENT://${client},CONTROLLER://${controller}`,
      'advertised.listeners': `CLIENT://${client}`,
      'listener.security.protocol.map': 'CLIENT:SSL,CONTROLLER:PLAINTEXT',
      ...{ 'inter.broker.listener.name': 'CLIENT', 'controller.listener.names': 'CONTROLLER' },
      ...{ 'ssl.keystore.type': 'PEM', 'ssl.keystore.location': both },
      ...{ 'ssl.truststore.type': 'PEM', 'ssl.truststore.location': authority },
      ...{ 'log.dirs': join(folder, 'data'), 'log.cleaner.dedupe.buffer.size': 8_388_608 },
    }),
  );
  const java = ['-Xmx192m', '-XX:TieredStopAtLevel=1', '-cp', `${dirname(bootstrap)}/lib/*`, 'kafka.Kafka'];
  const server = spawn('java', [...java, join(folder, 'server.properties')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (chunk: string) => (log = (log + chunk).slice(-20_000)));
  await eventually(() => log.includes('Kafka Server started'), { timeoutMs: 60_000 });
  return { server, broker: client };
}

const lines = (settings: Record<string, string | number>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

async function end(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}
