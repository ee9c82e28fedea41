import { performance } from 'node:perf_hooks';
import {
  DomainError,
  derivativeFailed,
  derivativeMade,
  derivativesMade,
  derivedFile,
  planChanged,
  uploadAborted,
  uploadCompleted,
  opId,
  positionOf,
  type DerivativeMade,
  type EventMessage,
  settingsChanged,
  catalogCalls,
} from '@skyshelf/contracts';
import { unlessClosed } from '@skyshelf/service';
import { ask, type Peers } from '@skyshelf/peers';
import type { Catalog } from '../application/catalog.js';
import { admitDrop } from '../application/drops/admit-drop.js';
import { admitUpload, isAdmitted } from '../application/commands/admit-upload.js';
import { describeElements } from '../application/commands/describe-elements.js';
import { setQuota, showBuiltIns } from '../application/commands/follow-billing.js';
import { releaseUpload } from '../application/commands/release-reservation.js';
import type { Derivation } from '../domain/describe-elements.js';

type Effect = (catalog: Catalog, event: EventMessage) => Promise<unknown>;

/** Each carries the event's id (or the upload's) and so happens once. */
const effects: ReadonlyMap<string, Effect> = new Map(
  Object.entries<Effect>({
    'billing.plan.changed': async (catalog, { id, drive, data, version, epoch }) => {
      const position = version && positionOf(version, epoch);
      await setQuota(catalog, drive, opId.parse(id), planChanged.parse(data).quota, position);
    },

    'billing.settings.changed': async (catalog, { id, drive, data, version, epoch }) => {
      const position = version && positionOf(version, epoch);
      const { defaultLinks } = settingsChanged.parse(data).settings;
      if (defaultLinks !== undefined)
        await showBuiltIns(catalog, drive, opId.parse(id), defaultLinks, position);
    },

    /** The sender may be gone; if the browser admits it too, one of both gets the other's answer. */
    'storage.upload.completed': async (catalog, { drive, device, trace, data }) => {
      const bytes = uploadCompleted.parse(data);
      if (await isAdmitted(catalog, drive, bytes)) return;
      const { drop, user: actor } = bytes;
      if (drop) await admitDrop(catalog, drive, { ...bytes, drop }, { actor, trace });
      else await admitUpload(catalog, drive, bytes, { actor, device, trace });
    },

    'storage.upload.aborted': async (catalog, { id, drive, data }) =>
      releaseUpload(catalog, drive, opId.parse(id), uploadAborted.parse(data).uploadId),

    'media.derivative.made': async (catalog, { id, drive, data }) =>
      describeElements(catalog, drive, opId.parse(id), [derivationOf(derivativeMade.parse(data))]),

    'media.derivatives.made': async (catalog, { id, drive, data }) =>
      describeElements(catalog, drive, opId.parse(id), derivativesMade.parse(data).made.map(derivationOf)),

    'media.derivative.failed': async (catalog, { id, drive, data }) => {
      const { kind, source, elementId, reason } = derivativeFailed.parse(data);
      const derivation = { kind, source, elementId, result: { failed: reason }, sourceDimensions: null };
      await describeElements(catalog, drive, opId.parse(id), [derivation]);
    },
  }),
);

/** @throws DomainError `input.invalid` for an event that catalog does not act on */
export async function carryOut(catalog: Catalog, event: EventMessage): Promise<void> {
  const effect = effects.get(event.type);
  if (!effect) throw new DomainError('input.invalid');
  await unlessClosed(effect(catalog, event));
}

const derivationOf = ({
  kind,
  source,
  elementId,
  sourceDimensions,
  ...made
}: Omit<DerivativeMade, 'type'>): Derivation => ({
  kind,
  source,
  elementId,
  result: derivedFile.parse(made),
  sourceDimensions: sourceDimensions ?? null,
});

/** A commit may take as long. */
const TIMEOUT_MS = 10_000;
const REST_MS = 5_000;

/**
 * Two processes that write a drive wait for each other at its fence, so while another one writes it, its
 * effects go to the catalog that the gateway prefers for its commands (docs/decisions/081).
 */
export class DrivesCatalog {
  private restsUntil = 0;

  constructor(
    private readonly catalog: Catalog,
    private readonly peers: Pick<Peers, 'json' | 'replicas'>,
  ) {}

  async react(event: EventMessage): Promise<void> {
    if (!(await this.isDoneThere(event))) await carryOut(this.catalog, event);
  }

  private async isDoneThere(event: EventMessage): Promise<boolean> {
    const { drive } = event;
    if (!this.catalog.store.isContested(drive) || performance.now() < this.restsUntil) return false;
    // A killed process may contest it too.
    if (this.peers.replicas('catalog') < 2) return false;
    try {
      await ask(this.peers, catalogCalls.react, { body: event, key: drive, timeoutMs: TIMEOUT_MS });
      return true;
    } catch {
      // Whatever happened there, the effect happens once.
      this.restsUntil = performance.now() + REST_MS;
      return false;
    }
  }
}
