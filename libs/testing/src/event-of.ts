import { randomUUID } from 'node:crypto';
import { eventMessage, type DriveId, type EventMessage, type ServiceName } from '@skyshelf/contracts';

/** A message of a service as the bus carries it. @throws {Error} when there is no such event */
export const eventOf = <Data extends { type: string }>(
  source: ServiceName,
  drive: DriveId,
  data: Data,
  {
    id = `${source}:${drive}:${randomUUID()}`,
    version = null,
    at = new Date(),
    actor = null,
    device,
  }: { id?: string; version?: number | null; at?: Date; actor?: string | null; device?: string } = {},
): EventMessage =>
  eventMessage.parse({
    id,
    source,
    type: data.type,
    schema: 1,
    drive,
    version,
    at: at.toISOString(),
    actor,
    device,
    trace: null,
    data,
  });
