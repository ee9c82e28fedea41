import { DomainError, type OpId } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import type { Account, Catalog } from '#src/application/catalog.js';
import { continueProcess } from '#src/application/processes/process-kind.js';
import { fullChunks } from '#src/application/processes/chunk-pace.js';
import type { LongProcess } from '#src/domain/long-process.js';
import { ElementsController, PlaylistsController } from '#src/http/elements.controller.js';
import { FilesController } from '#src/http/files.controller.js';
import { ProcessesController } from '#src/http/processes.controller.js';
import { TagsController } from '#src/http/tags.controller.js';
import { TrashController } from '#src/http/trash.controller.js';
import { VersionsController } from '#src/http/versions.controller.js';
import { UploadsController } from '#src/http/uploads.controller.js';
import { tendTrash } from '#src/application/trash/tend-trash.js';
import type { TrashWork } from '#src/domain/trash.js';
import type { TestAccount } from '../running-catalog.js';
import type { AnswerBody } from './answers.js';
import type { Request } from './requests.js';

/** The answer: a body, or the code of the refusal. */
export type Reply = { body: AnswerBody; refused: null } | { body: null; refused: string };

/** The interface through which clients send commands. */
export interface Door {
  catalog: Catalog;
  account: Account;
  send(client: number, request: Request, key: string): Promise<Reply>;
  /** Time passes. */
  tick?(): void;
  /** Brings large commands to their end. */
  carry(): Promise<void>;
}

type Call = (body: never, user: never, opId: OpId) => Promise<unknown>;

/** The calls on a store in memory, where large commands wait until they are carried. */
export function memoryDoor(catalog: Catalog, account: Account, tick?: () => void): Door {
  const calls = callsOf(catalog);
  const user = { ...account, sid: 'one', name: 'alice' };
  return {
    catalog,
    account,
    ...(tick && { tick }),
    send: async (_, { path, body }, key) => {
      const call = calls[path];
      if (!call) throw new Error(`no one answers ${path}`);
      try {
        const answer = await call(body as never, user as never, `key:${key}` as OpId);
        return { body: answer as AnswerBody, refused: null };
      } catch (error) {
        if (error instanceof DomainError && error.status < 500) return { body: null, refused: error.code };
        if (error instanceof DomainError && error.code === 'space.exceeded')
          return { body: null, refused: error.code };
        throw error;
      }
    },
    carry: async () => {
      for (let all = await processesOf(catalog, account); all.length > 0;) {
        for (const process of all)
          await continueProcess(catalog, account.drive, process, fullChunks, new AbortController().signal);
        all = await processesOf(catalog, account);
      }
      await tendTrash(catalog, account.drive, fullChunks, new AbortController().signal);
    },
  };
}

function callsOf(catalog: Catalog): Record<string, Call> {
  const elements = new ElementsController(catalog);
  const tags = new TagsController(catalog);
  const files = new FilesController(catalog);
  const uploads = new UploadsController(catalog);
  const processes = new ProcessesController(catalog);
  const playlists = new PlaylistsController(catalog);
  const trash = new TrashController(catalog);
  const versions = new VersionsController(catalog);
  return {
    '/api/add/': elements.add.bind(elements),
    '/api/edit/': elements.edit.bind(elements),
    '/api/edit/path/': elements.editPath.bind(elements),
    '/api/delete/': elements.remove.bind(elements),
    '/api/trash/restore': trash.restore.bind(trash),
    '/api/trash/purge': trash.purge.bind(trash),
    '/api/versions/restore': versions.restore.bind(versions),
    '/api/versions/keep': versions.keep.bind(versions),
    '/api/versions/drop': versions.drop.bind(versions),
    '/api/edit/file': files.edit.bind(files),
    '/api/confirm': files.confirm.bind(files),
    '/api/exist/': files.exists.bind(files),
    '/api/open': files.open.bind(files),
    '/api/paste/': elements.paste.bind(elements),
    '/api/addplaylist/': playlists.add.bind(playlists),
    '/api/tags/elements': tags.tag.bind(tags),
    '/api/tags/rename': tags.rename.bind(tags),
    '/api/tags/remove': tags.remove.bind(tags),
    '/api/upload/start': uploads.start.bind(uploads),
    '/api/upload/file/': uploads.admit.bind(uploads),
    '/api/processes/cancel': processes.cancel.bind(processes),
  };
}

export async function processesOf(catalog: Catalog, { drive }: Account): Promise<LongProcess[]> {
  const reader = await catalog.store.reader(drive);
  return reader.side<LongProcess>('processes').find({});
}

/** Lists the work that waits in the trash. */
export async function trashWorkOf(catalog: Catalog, { drive }: Account): Promise<TrashWork[]> {
  const reader = await catalog.store.reader(drive);
  const work = await reader.side<TrashWork>('trash').find({});
  return work.filter(({ kind }) => kind !== 'due' && kind !== 'thin');
}

/** The large deletions that can be cancelled: none of those that were. */
export async function uncountedOf(catalog: Catalog, account: Account): Promise<TrashWork[]> {
  const reader = await catalog.store.reader(account.drive);
  const work = await trashWorkOf(catalog, account);
  const lies = await Promise.all(
    work.map(({ id }) => reader.find({ parentId: { prefix: `limbo-${id}-` } }, { limit: 1 })),
  );
  return work.filter((_, index) => lies[index]?.length);
}

/** The machine may do much else. */
export const waitLimits = { timeoutMs: 60_000, intervalMs: 20 };

/** The calls by HTTP, each client by a replica of its own. */
export function httpDoor(catalog: Catalog, clients: readonly TestAccount[]): Door {
  const [first] = clients;
  if (!first) throw new Error('no one calls');
  const account = { sub: first.sub, drive: first.drive };
  return {
    catalog,
    account,
    send: async (client, { method, path, body }, key) => {
      const caller = clients[client % clients.length] ?? first;
      const answer = await eventually(async () => {
        const headers = { 'idempotency-key': key };
        const given = await caller.call<AnswerBody & { error?: { code: string } }>(
          method,
          path,
          body,
          headers,
        );
        // It says that the same key is safe.
        return given.status !== 503 && given;
      }, waitLimits);
      const code = answer.body.error?.code;
      if (answer.status >= 500 && code !== 'space.exceeded')
        throw new Error(`${path}: ${answer.status} ${code}`);
      return code === undefined ? { body: answer.body, refused: null } : { body: null, refused: code };
    },
    carry: () =>
      eventually(async () => {
        const left: { id: string }[] = await processesOf(catalog, account);
        left.push(...(await trashWorkOf(catalog, account)));
        if (left.length > 0) throw new Error(`${left.length} large commands are under way`);
      }, waitLimits),
  };
}
