import { MongoClient, type Db, type Document } from 'mongodb';

/** The documents of an installation, read past the product. */
export interface ShelfDatabase {
  of(service: string): Db;
  /** All documents of a collection; none when it is not there. */
  all<T extends Document>(service: string, collection: string, filter?: Document): Promise<T[]>;
  count(service: string, collection: string, filter?: Document): Promise<number>;
  close(): Promise<void>;
}

export const services = ['gateway', 'catalog', 'storage', 'media', 'billing', 'notify'] as const;

const MAJORITY = { readConcern: { level: 'majority' } } as const;

export async function openShelfDatabase(uri: string, prefix: string): Promise<ShelfDatabase> {
  const client = new MongoClient(uri, { appName: 'chaos-checker', serverSelectionTimeoutMS: 30_000 });
  await client.connect();
  const of = (service: string) => client.db(`${prefix}skyshelf_${service}`);
  return {
    of,
    all: <T extends Document>(service: string, collection: string, filter: Document = {}) =>
      of(service).collection(collection).find(filter, MAJORITY).toArray() as unknown as Promise<T[]>,
    count: (service, collection, filter = {}) =>
      of(service).collection(collection).countDocuments(filter, MAJORITY),
    close: () => client.close(),
  };
}

/** An event as it lies in its service's database. */
export interface EventDocument {
  _id: string;
  drive: string;
  version: number | null;
  type: string;
  data: Record<string, unknown>;
  opId?: string;
  at: Date;
  pub: boolean;
}
