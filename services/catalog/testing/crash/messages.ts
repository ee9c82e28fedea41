import type { DriveId, EventMessage, OpId, ServiceName } from '@skyshelf/contracts';
import { eventOf as eventFrom } from '@skyshelf/testing';

/** The name of an intention. */
export const opIdOf = (name: string): OpId => `op:${name}` as OpId;

/** Builds an event of another service; it has the same id each time. */
export const eventOf = (
  drive: DriveId,
  id: OpId,
  data: { type: string; [field: string]: unknown },
): EventMessage =>
  eventFrom(data.type.split('.')[0] as ServiceName, drive, data, {
    id,
    at: new Date(Date.UTC(2026, 2, 1, 12)),
  });
