import type { DynamicModule } from '@nestjs/common';
import { getConnectionToken, MongooseModule } from '@nestjs/mongoose';
import { createConnection } from 'mongoose';
import type { DocumentDatabase, DocumentModule } from './document-module.js';

class ConnectionModule {}

/**
 * Global, with the connection that `MongooseModule.forFeature` needs: the service's own client, so one pool,
 * and one transaction spans driver and models. Nothing closes it, as that would close the client for all.
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

export const featureModule = (
  connection: DynamicModule,
  { models, provider }: DocumentModule<unknown>,
): DynamicModule => ({
  module: class DocumentsModule {},
  imports: [connection, MongooseModule.forFeature([...models])],
  providers: [provider],
});
