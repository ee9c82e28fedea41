import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import {
  derivativeFailed,
  derivativeMade,
  derivativesMade,
  derivedFile,
  planChanged,
  uploadAborted,
  uploadCompleted,
  opId,
  type DerivativeMade,
  type EventMessage,
  settingsChanged,
} from '@skyshelf/contracts';
import { unlessClosed } from '@skyshelf/service';
import type { Catalog } from '../application/catalog.js';
import { admitUpload } from '../application/commands/admit-upload.js';
import { describeElements } from '../application/commands/describe-elements.js';
import { releaseUpload } from '../application/commands/release-reservation.js';
import { setQuota, showBuiltIns } from '../application/commands/follow-billing.js';
import { CATALOG } from '../catalog.runtime.js';
import type { Derivation } from '../domain/describe-elements.js';

/** Each effect carries the event's id (or the upload's) and so happens once. */
@Controller()
export class Reactions {
  constructor(@Inject(CATALOG) private readonly catalog: Catalog) {}

  @EventPattern('billing.plan.changed')
  async planChanged(@Payload() { id, drive, data }: EventMessage): Promise<void> {
    const { quota } = planChanged.parse(data);
    await unlessClosed(setQuota(this.catalog, drive, opId.parse(id), quota));
  }

  @EventPattern('billing.settings.changed')
  async settingsChanged(@Payload() { id, drive, data }: EventMessage): Promise<void> {
    const { defaultLinks } = settingsChanged.parse(data).settings;
    if (defaultLinks === undefined) return;
    await unlessClosed(showBuiltIns(this.catalog, drive, opId.parse(id), defaultLinks));
  }

  /** The sender may be gone; if the browser admits it too, one of both gets the other's answer. */
  @EventPattern('storage.upload.completed')
  async uploadCompleted(@Payload() { drive, trace, data }: EventMessage): Promise<void> {
    const bytes = uploadCompleted.parse(data);
    await unlessClosed(admitUpload(this.catalog, drive, bytes, { actor: bytes.user, trace }));
  }

  @EventPattern('storage.upload.aborted')
  async uploadAborted(@Payload() { id, drive, data }: EventMessage): Promise<void> {
    await unlessClosed(
      releaseUpload(this.catalog, drive, opId.parse(id), uploadAborted.parse(data).uploadId),
    );
  }

  @EventPattern('media.derivative.made')
  async derivativeMade(@Payload() { id, drive, data }: EventMessage): Promise<void> {
    const derivation = derivationOf(derivativeMade.parse(data));
    await unlessClosed(describeElements(this.catalog, drive, opId.parse(id), [derivation]));
  }

  @EventPattern('media.derivatives.made')
  async derivativesMade(@Payload() { id, drive, data }: EventMessage): Promise<void> {
    const derivations = derivativesMade.parse(data).made.map(derivationOf);
    await unlessClosed(describeElements(this.catalog, drive, opId.parse(id), derivations));
  }

  @EventPattern('media.derivative.failed')
  async derivativeFailed(@Payload() { id, drive, data }: EventMessage): Promise<void> {
    const { kind, source, elementId, reason } = derivativeFailed.parse(data);
    const derivation = { kind, source, elementId, result: { failed: reason }, sourceDimensions: null };
    await unlessClosed(describeElements(this.catalog, drive, opId.parse(id), [derivation]));
  }
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
