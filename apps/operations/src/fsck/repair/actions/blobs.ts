import {
  blobId,
  catalogCalls,
  derivativeOf,
  driveId,
  storageCalls,
  type DriveId,
  type ElementBlobs,
  type ElementBlobsPage,
} from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { z } from 'zod';
import type { Installation } from '../../../installation.js';
import type { Finding } from '../../finding.js';
import { type Repair, Unrepairable } from '../repair.js';
import { refuseUnknown } from './references.js';

const PAGE = 250;

/** The bytes exist; their record is lost or being removed. */
export const adoptBlobs: Repair = {
  done: 'the bytes were there, and their record was made again',
  trusts: 'everything',
  async run(installation, findings) {
    const wanted = new Set(findings.map(({ about }) => about?.blobId));
    for (const drive of new Set(findings.map((finding) => driveId.parse(finding.drive)))) {
      for await (const named of namedOf(installation, drive)) {
        const blobs = claimsOf(named).filter((claim) => wanted.has(claim.blobId));
        if (blobs.length === 0) continue;
        await adopt(installation, { drive, blobs });
      }
    }
  },
};

export const recountUnnamed: Repair = {
  done: 'the bytes that no element names were counted again',
  trusts: 'stream',
  async run({ peers }, findings) {
    for (const { about } of findings) {
      const body = { drive: driveId.parse(about?.drive) };
      await ask(peers, storageCalls.recountUnnamed, { body });
    }
  },
};

/** Sweeps and adoptions take seconds. */
const MOST_TRIES = 60;
const PAUSE_MS = 500;

/** Another process or worker may hold the lease. */
async function adopt(
  { peers, pause }: Installation,
  body: z.input<typeof storageCalls.adoptBlobs.body>,
): Promise<void> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const { ready } = await ask(peers, storageCalls.adoptBlobs, { body });
    if (ready !== null) return;
    await pause(PAUSE_MS);
  }
  throw new Unrepairable('A sweep of storage is under way and does not end: run this again later.');
}

const claimsOf = (elements: readonly ElementBlobs[]) =>
  elements.flatMap(({ blobId: own, derived, size, type }) => [
    ...(own === null ? [] : [{ blobId: own, size, type, source: null, kind: null }]),
    ...derived.map(({ kind, blobId: made, bytes }) => ({
      blobId: made,
      size: bytes,
      type: derivativeOf(kind).mediaType,
      source: own,
      kind,
    })),
  ]);

async function* namedOf({ peers }: Installation, drive: DriveId): AsyncGenerator<ElementBlobs[]> {
  for (let after: string | null = ''; after !== null;) {
    const call = { params: { drive }, query: { after, limit: PAGE } };
    const found: ElementBlobsPage = await ask(peers, catalogCalls.driveBlobs, call);
    yield found.blobs;
    after = found.next;
  }
}

/** Through the sweep, where catalog has the last word. */
export const condemnBlobs: Repair = {
  done: 'it was condemned: the sweep removes it after the days that every deletion leaves, unless an element names it until then',
  trusts: 'everything',
  async run(installation, findings) {
    for (const [drive, its] of Map.groupBy(findings, ({ about }) => driveId.parse(about?.drive))) {
      await refuseUnknown(installation, drive);
      for (const finding of its) await refuseNamedSource(installation, finding);
      const blobIds = its.map(({ about }) => blobId.parse(about?.blobId));
      const body = { drive, blobIds };
      await ask(installation.peers, storageCalls.condemnBlobs, { body });
    }
  },
};

/** Derived files may be all that is left of a lost file. */
async function refuseNamedSource({ peers }: Installation, { about }: Finding): Promise<void> {
  if (!about?.id) return;
  const body = { drive: driveId.parse(about.drive), blobIds: [about.id] };
  const { unused } = await ask(peers, catalogCalls.unusedBlobs, { body });
  if (unused.length > 0) return;
  throw new Unrepairable(`It stays: an element still names ${about.id}, from which it was made.`);
}
