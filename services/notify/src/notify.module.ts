import { Module, type DynamicModule } from '@nestjs/common';
import type { Notify } from './application/notify.js';
import { UpdatesController } from './http/updates.controller.js';
import { updateDocuments } from './infrastructure/update-documents.js';
import { notifyDefaults } from './notify.config.js';
import { NOTIFY, type NotifyRuntime } from './notify.runtime.js';

@Module({})
export class NotifyModule {
  static for({ db, config = notifyDefaults }: NotifyRuntime): DynamicModule {
    const notify: Notify = { updates: updateDocuments(db), updatesShown: config.updatesShown };
    return {
      module: NotifyModule,
      controllers: [UpdatesController],
      providers: [{ provide: NOTIFY, useValue: notify }],
    };
  }
}
