import {
  type CatalogEvent,
  type DriveId,
  type ElementId,
  type OpId,
  type ScopeRoots,
  type ShareState,
} from '@skyshelf/contracts';
import { keepPassword } from '@skyshelf/tokens';
import {
  changeShare,
  createShare,
  endShare,
  shareAfter,
  type RootRows,
  type ShareAnswer,
  type ShareChange,
  type ShareOptions,
} from '../../domain/shares.js';
import type { Account, CatalogSideWriter } from '../catalog.js';
import type { Reservation } from '../../domain/drive-room.js';
import { giveUp } from '../commands/release-reservation.js';
import { runFor } from '../run-for.js';
import type { Reader } from '../slices/read-folder.js';
import { readSelection } from '../slices/read-selection.js';
import {
  hashOfToken,
  newShareToken,
  secretsName,
  stored,
  type ShareDeps,
  type ShareSecrets,
  type StoredShare,
} from './share-deps.js';

export interface ShareRequest extends ShareOptions {
  ids: readonly string[];
  password?: string | null | undefined;
}

/** The answer that a command keeps has no secret: the address is read when it is shown. */
export async function makeShare(
  { catalog, sealer }: ShareDeps,
  account: Account,
  opId: OpId,
  { ids, password, ...options }: ShareRequest,
): Promise<string> {
  const roots = rootsOf(ids);
  const token = newShareToken();
  const kept = password ? await keepPassword(password) : null;
  const { id } = await runFor(catalog, account, opId, {
    name: 'create-share',
    payload: { ids, ...options, hasPassword: kept !== null },
    read: async (reader: Reader) => ({
      rows: await readThere(reader, roots),
      count: (await reader.side<StoredShare>('shares').find({})).length,
    }),
    decide: (slice, context) =>
      createShare(
        slice,
        { ...options, roots, hash: hashOfToken(token), hasPassword: kept !== null },
        context,
      ),
    alongside: async (side, decided) => {
      await follow(side, decided, null);
      const { id: made } = decided.answer;
      const secrets = { id: secretsName(made), sealed: sealer.seal(token, made), password: kept };
      await side.put<ShareSecrets>('settings', secrets);
    },
  });
  return id;
}

export interface ShareChangeRequest extends ShareOptions {
  id: string;
  ids?: readonly string[] | undefined;
  paused?: boolean | undefined;
  /** null takes it away. */
  password?: string | null | undefined;
}

export async function editShare(
  deps: ShareDeps,
  account: Account,
  opId: OpId,
  { id, ids, password, ...options }: ShareChangeRequest,
): Promise<void> {
  const hashed = password ? await keepPassword(password) : null;
  const change: ShareChange = {
    id,
    ...options,
    roots: ids && rootsOf(ids),
    password: password === undefined ? undefined : hashed ? 'new' : 'none',
  };
  const answer = await runFor(deps.catalog, account, opId, {
    name: 'change-share',
    payload: change,
    read: async (reader: Reader) => {
      const kept = await reader.side<StoredShare>('shares').get(id);
      const share = kept?.share ?? null;
      const secrets = await reader.side<ShareSecrets>('settings').get(secretsName(id));
      // Roots in the trash stay shown, but none can be added.
      const rows = new Map([
        ...(await readRows(reader, share?.roots ?? [])),
        ...(await readThere(reader, change.roots ?? [])),
      ]);
      return { kept, share, secrets, rows, coming: await readComing(reader, share) };
    },
    decide: (slice) => changeShare(slice, change),
    alongside: async (side, decided) => {
      await follow(side, decided, decided.slice.kept);
      if (decided.answer.ended !== null) await giveUp(side, decided.slice.coming);
      if (change.password === undefined || !decided.slice.secrets) return;
      await side.put<ShareSecrets>('settings', { ...decided.slice.secrets, password: hashed });
    },
  });
  await endBefore(deps, account.drive, answer);
}

export async function stopShare(deps: ShareDeps, account: Account, opId: OpId, id: string): Promise<void> {
  const answer = await runFor(deps.catalog, account, opId, {
    name: 'end-share',
    payload: { id },
    read: async (reader: Reader) => {
      const share = (await reader.side<StoredShare>('shares').get(id))?.share ?? null;
      const coming = await readComing(reader, share);
      return { share, rows: await readRows(reader, share?.roots ?? []), coming };
    },
    decide: (slice) => endShare(slice, id),
    alongside: async (side, decided) => {
      await follow(side, decided, null);
      await giveUp(side, decided.slice.coming);
      if (decided.event) await side.remove('settings', secretsName(id));
    },
  });
  await endBefore(deps, account.drive, answer);
  await deps.counts.forget(account.drive, id);
}

/** An operator ends it. @returns false where there is no such link */
export async function closeShare(deps: ShareDeps, hash: string): Promise<boolean> {
  const found = await deps.directory.find(hash);
  if (!found) return false;
  const account = { sub: 'operator', drive: found.drive };
  await stopShare(deps, account, `close-share:${found.id}` as OpId, found.id);
  return true;
}

/**
 * After the record: gateways compare the generation of each visit with it, so a process that is killed in between
 * lets no one in, and closes no link that its owner wants open.
 */
async function endBefore(deps: ShareDeps, drive: DriveId, { ended, ...share }: ShareAnswer): Promise<void> {
  if (ended !== null) await deps.endGeneration(drive, share, ended);
}

async function follow(
  side: CatalogSideWriter,
  { event }: { event: CatalogEvent | null },
  kept: StoredShare | null,
): Promise<void> {
  const after = event && shareAfter(event);
  if (!after) return;
  if (after.share) await side.put<StoredShare>('shares', stored(after.share, kept ?? {}));
  else await side.remove('shares', after.id);
}

/** The files that are coming by a link: its end gives them up. */
const readComing = async (reader: Reader, share: ShareState | null): Promise<Reservation[]> =>
  share?.receives ? reader.side<Reservation>('reservations').find({ link: share.id }) : [];

const rootsOf = (ids: readonly string[]): ScopeRoots => [...new Set(ids)] as ElementId[];

async function readThere(reader: Reader, roots: ScopeRoots): Promise<RootRows> {
  if (roots.length === 0) return new Map();
  const { selected } = await readSelection(reader, roots);
  return new Map(selected.map((row) => [row.id, row]));
}

async function readRows(reader: Reader, roots: ScopeRoots): Promise<RootRows> {
  if (roots.length === 0) return new Map();
  return new Map((await reader.find({ id: { in: roots } })).map((row) => [row.id, row]));
}
