import type { DriveId, EventMessage, OpId, ServiceName } from '@skyshelf/contracts';

/** The name of an intention. */
export const opIdOf = (name: string): OpId => `op:${name}` as OpId;

/** What another service tells; the same each time with the same id. */
export const eventOf = (
  drive: DriveId,
  id: OpId,
  data: { type: string; [field: string]: unknown },
): EventMessage => ({
  id,
  source: data.type.split('.')[0] as ServiceName,
  type: data.type,
  schema: 1,
  drive,
  version: null,
  at: '2026-03-01T12:00:00.000Z',
  actor: null,
  trace: null,
  data,
});
