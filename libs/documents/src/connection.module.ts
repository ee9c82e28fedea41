import type { DynamicModule } from '@nestjs/common';
import { getConnectionToken, MongooseModule } from '@nestjs/mongoose';
import { createConnection } from 'mongoose';
import type { DocumentDatabase, DocumentModule } from './document-module.js';

class ConnectionModule {}

/**
 * A global module with the connection that `MongooseModule.forFeature` asks for. It uses the service's client, so there is no second pool, and one
 * transaction spans driver and models. Nothing closes it: that would close the client under everyone else.
 */
export const connectionModule = ({ client, db }: DocumentDatabase): DynamicModule => ({
  module: ConnectionModule,
  global: true,
  providers: [
    {
      provide: getConnectionToken(),
      useFactory: () => createConnection().setClient(client).useDb(db.databaseName),
    },
  ],
  exports: [getConnectionToken()],
});

/** The models of one subject with the provider that uses them. */
export const featureModule = (
  connection: DynamicModule,
  { models, provider }: DocumentModule<unknown>,
): DynamicModule => ({
  module: class DocumentsModule {},
  imports: [connection, MongooseModule.forFeature([...models])],
  providers: [provider],
});
