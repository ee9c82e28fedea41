import type { DynamicModule } from '@nestjs/common';
import type { LazyModuleLoader } from '@nestjs/core';
import type { DocumentDatabase, DocumentModule } from './document-module.js';

export interface Documents {
  /** `load` imports it with mongoose, once, at the first call. */
  get<T>(load: () => Promise<DocumentModule<T>>): Promise<T>;
}

/** Loading mongoose takes 0.1 s and several MB, so it waits until something asks. */
export function createDocuments(
  loader: Pick<LazyModuleLoader, 'load'>,
  database: DocumentDatabase,
): Documents {
  const loaded = new Map<unknown, Promise<unknown>>();
  // Shared: Nest tells dynamic modules apart by reference.
  let connection: DynamicModule | undefined;

  async function open<T>(load: () => Promise<DocumentModule<T>>): Promise<T> {
    const [{ connectionModule, featureModule }, subject] = await Promise.all([
      import('./connection.module.js'),
      load(),
    ]);
    connection ??= connectionModule(database);
    const feature = featureModule(connection, subject);
    const module = await loader.load(() => feature, { logger: false });
    return module.get(subject.provider);
  }

  return {
    get: <T>(load: () => Promise<DocumentModule<T>>): Promise<T> => {
      const present = loaded.get(load) as Promise<T> | undefined;
      if (present) return present;
      const opening = open(load);
      loaded.set(load, opening);
      opening.catch(() => loaded.delete(load));
      return opening;
    },
  };
}
