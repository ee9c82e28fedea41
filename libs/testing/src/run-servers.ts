import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProvisionError, provide, startStack, provisionProblem, type Stack } from '@skyshelf/stack';
import { killAll } from './skyshelf-process.js';

/** The servers besides MongoDB that tests share, each started when the first test of a run asks for it. */
const SERVER_KINDS = ['kafka', 'versitygw', 'minio'] as const;
export type ServerKind = (typeof SERVER_KINDS)[number];

/** Tells the test processes where to ask for the run's servers. */
export const RUN_SERVERS = 'SKYSHELF_TEST_SERVERS';

/** The facts about a server that a test process gets. */
export type ServerAnswer = { missing: string } | Pick<Stack, 'kafka' | 's3'>;

/**
 * Keeps the servers that the integration tests of a run share: each is started, in a temporary folder, when the first
 * test asks for it, and all are gone at the end. Vitest calls this as `globalSetup`. With `STACK_FOLDER` set, what runs
 * there (`npm run stack -- up`) is used as far as it goes, and is left running.
 */
export default async function keepRunServers(): Promise<() => Promise<void>> {
  const servers = new RunServers(mkdtempSync(join(tmpdir(), `skyshelf-test-${process.pid}-servers-`)));
  const desk = createServer((request, response) => {
    void answerTo(request.url ?? '', servers).then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  const port = await listen(desk);
  process.env[RUN_SERVERS] = `http://127.0.0.1:${port}`;
  const onExit = () => servers.abandon();
  process.once('exit', onExit);
  return async () => {
    desk.closeAllConnections();
    desk.close();
    await servers.wipe();
    process.off('exit', onExit);
  };
}

/** `/kafka/program` makes sure that the program is there, `/kafka` that the server runs. */
async function answerTo(url: string, servers: RunServers): Promise<ServerAnswer | object> {
  const [, name, what] = url.split('/');
  const kind = SERVER_KINDS.find((each) => each === name);
  if (!kind) throw new Error(`There is no server ${name} for tests`);
  const missing = await servers.missing(kind);
  if (missing !== undefined || what === 'program') return { missing };
  const { kafka, s3 } = await servers.stack(kind);
  return { kafka, s3 };
}

/** Each server once a run, however many ask for it at the same time. */
class RunServers {
  readonly #missing = new Map<ServerKind, Promise<string | undefined>>();
  readonly #stacks = new Map<ServerKind, Promise<Stack>>();

  readonly #started: { pid: number }[] = [];

  constructor(private readonly folder: string) {}

  /** Why the tests of this kind can't run here; said once. */
  missing(kind: ServerKind): Promise<string | undefined> {
    return remember(this.#missing, kind, () => whyMissing(kind));
  }

  stack(kind: ServerKind): Promise<Stack> {
    return remember(this.#stacks, kind, async () => {
      const given = process.env.STACK_FOLDER;
      const shared = given ? await startStack({ folder: given, outlive: true }) : undefined;
      if (shared && (await fits(kind, shared))) return { ...shared, wipe: async () => {} };
      const stack = await startStack({ ...stackOf(kind), folder: join(this.folder, kind) });
      this.#started.push(...stack.servers.map((server) => ({ pid: server.pid() })));
      return stack;
    });
  }

  async wipe(): Promise<void> {
    await Promise.allSettled([...this.#stacks.values()].map(async (stack) => (await stack).wipe()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The run ends in the middle: their guards see to the servers, which need not end cleanly. */
  abandon(): void {
    killAll(this.#started);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  }
}

/** The stack that is just this server. */
const stackOf = (kind: ServerKind) => ({
  mongod: 0 as const,
  kafka: kind === 'kafka' ? (1 as const) : (0 as const),
  s3: kind === 'kafka' ? null : kind,
  otlp: false,
});

/** True when a given stack has this kind. An S3 store is known by its own header. */
async function fits(kind: ServerKind, { kafka, s3 }: Stack): Promise<boolean> {
  if (kind === 'kafka') return kafka !== null;
  if (!s3) return false;
  const answer = await fetch(s3.endpoint);
  return (answer.headers.get('server') ?? '').toLowerCase().includes(kind);
}

async function whyMissing(kind: ServerKind): Promise<string | undefined> {
  try {
    const reason = await provisionProblem(kind);
    if (reason === undefined) await provide(kind, (line) => process.stderr.write(`${line}\n`));
    if (reason !== undefined) process.stderr.write(`Tests that need ${kind} are skipped: ${reason}\n`);
    return reason;
  } catch (error) {
    if (!(error instanceof ProvisionError)) throw error;
    process.stderr.write(`Tests that need ${kind} are skipped: ${error.message}\n`);
    return error.message;
  }
}

function remember<T>(
  made: Map<ServerKind, Promise<T>>,
  kind: ServerKind,
  make: () => Promise<T>,
): Promise<T> {
  const present = made.get(kind);
  if (present) return present;
  const fresh = make();
  made.set(kind, fresh);
  return fresh;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
