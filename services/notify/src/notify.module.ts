import { createHash } from 'node:crypto';
import { LazyModuleLoader } from '@nestjs/core';
import { createDocuments, type Documents } from '@skyshelf/documents';
import {
  openServiceJobs,
  type DriveOwner,
  type Opened,
  type ServiceJobs,
  type ServiceParts,
} from '@skyshelf/service';
import type { StatementSigner } from '@skyshelf/tokens';
import type { Notify } from './application/notify.js';
import { mailKind } from './application/send-mail.js';
import { senderOfAccount } from './application/send-message.js';
import { ContactController } from './http/contact.controller.js';
import { InternalController } from './http/internal.controller.js';
import { UpdatesController } from './http/updates.controller.js';
import { altchaCaptcha } from './infrastructure/captcha.js';
import { lazyMails, lazySenders } from './infrastructure/documents/lazy-documents.js';
import { prepareDocuments } from './infrastructure/documents/prepare-documents.js';
import { mailCheck, openMailSender } from './infrastructure/mail/mail-sender.js';
import { prepareUpdates, updateDocuments } from './infrastructure/update-documents.js';
import { NOTIFY, type NotifyRuntime } from './notify.runtime.js';

const MAIL_PAUSE_MS = 15_000;
const durable = { writeConcern: { w: 'majority', journal: true } } as const;

/** Everything is made here, by hand and in one place, so that the use cases themselves know nothing of Nest. */
export function openService(runtime: Opened<NotifyRuntime>): ServiceParts {
  const { client, db, config, clock, signer, mailPauseMs = MAIL_PAUSE_MS } = runtime;
  let documents: Documents;
  const kinds = [mailKind(() => notify)];
  const jobs: ServiceJobs = openServiceJobs(runtime, { kinds, worksOn: () => kinds });
  const sender = openMailSender(config);
  const notify: Notify = {
    ...{ updates: updateDocuments(db), updatesShown: config.updatesShown, clock, sender, mailPauseMs },
    mails: lazyMails(() => documents),
    senders: lazySenders(() => documents),
    captcha: altchaCaptcha({ secrets: () => captchaSecrets(signer), clock }),
    transact: (work) =>
      client.withSession((session) => session.withTransaction(() => work(session), durable)),
    jobs: {
      add: (session, requests) => jobs.queue.add(session, requests),
      wake: (kind) => jobs.runner.wake(new Set([kind])),
    },
    counted: (address) => `address:${digest(signer.sign({ kind: 'captcha', counted: address }))}`,
  };
  const open = (loader: LazyModuleLoader): Notify => {
    documents = createDocuments(loader, { client, db });
    return notify;
  };
  return {
    jobs,
    drives: ownerOf(notify),
    controllers: [UpdatesController, ContactController, InternalController],
    providers: [{ provide: NOTIFY, inject: [LazyModuleLoader], useFactory: open }],
    prepare: async () => {
      await Promise.all([prepareUpdates(db), prepareDocuments(db)]);
    },
    checks: [mailCheck(sender)],
  };
}

/** What notify keeps of an account: it is no part of an archive. */
const ownerOf = ({ mails, senders, sender }: Notify): DriveOwner => ({
  forget: async (drive) => {
    await sender.forget(await mails.forget(drive));
    await senders.forget(senderOfAccount(drive));
  },
});

/** The same in all replicas, since all of them have the installation's keys. */
const captchaSecrets = (signer: StatementSigner) => ({
  hmacSignatureSecret: signer.sign({ kind: 'captcha', signs: 'challenge' }),
  hmacKeySignatureSecret: signer.sign({ kind: 'captcha', signs: 'solution' }),
});

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
