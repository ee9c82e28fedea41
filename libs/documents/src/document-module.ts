import type { Type } from '@nestjs/common';
import type { ModelDefinition } from '@nestjs/mongoose';
import type { Db, MongoClient } from 'mongodb';

/** The client must be connected. */
export interface DocumentDatabase {
  client: MongoClient;
  db: Db;
}

export interface DocumentModule<T> {
  models: readonly ModelDefinition[];
  provider: Type<T>;
}
