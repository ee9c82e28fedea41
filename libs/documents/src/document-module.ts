import type { Type } from '@nestjs/common';
import type { ModelDefinition } from '@nestjs/mongoose';
import type { Db, MongoClient } from 'mongodb';

/** Where a service's documents lie. The client must be connected. */
export interface DocumentDatabase {
  client: MongoClient;
  db: Db;
}

/** The models of one subject, and what gives access to them. */
export interface DocumentModule<T> {
  models: readonly ModelDefinition[];
  provider: Type<T>;
}
