import type { ServiceName } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { Db } from 'mongodb';
import type { HealthCheck } from '../runtime.js';

export const databaseCheck = (service: ServiceName, db: Db): HealthCheck => ({
  name: `${service}.database`,
  check: async () => {
    await db.command({ ping: 1 });
    return { status: 'ok' };
  },
});

export const objectsCheck = (service: ServiceName, objects: Pick<ObjectStore, 'head'>): HealthCheck => ({
  name: `${service}.objects`,
  check: async () => {
    await objects.head('health');
    return { status: 'ok' };
  },
});
