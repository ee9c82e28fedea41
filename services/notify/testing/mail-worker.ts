import { createMongoJobs, JobRunner } from '@skyshelf/jobs';
import { createLogger } from '@skyshelf/telemetry';
import { MongoClient } from 'mongodb';
import type { Notify } from '../src/application/notify.js';
import { mailKind } from '../src/application/send-mail.js';
import type { Mail } from '../src/domain/mail.js';
import { smtpSender } from '../src/infrastructure/mail/smtp-sender.js';

// A process that sends the mails of a database until it is killed: `mail-worker <uri> <database> <name> <mail server>`.
const [uri = '', name = '', worker = '', server = ''] = process.argv.slice(2);
const client = await new MongoClient(uri).connect();
const db = client.db(name);
const clock = { now: () => new Date() };
const addresses = { from: 'shelf@example.org', operator: 'operator@example.org' };
const notify = {
  sender: smtpSender(() => server, { ...addresses, silentMs: 30_000 }),
  mailPauseMs: 20,
  mails: {
    findWaiting: async (id: string) => {
      const found = await db.collection<Mail & { _id: string }>('mails').findOne({ _id: id });
      return found && { ...found, id };
    },
  },
} as unknown as Notify;
const kinds = [mailKind(() => notify)];
const queue = createMongoJobs({ client, db, clock, worker, kinds });
const logger = createLogger({ service: 'notify', level: 'fatal' });
await new JobRunner({
  queue,
  kinds,
  logger,
  leaseMs: 60_000,
  pollMs: 200,
  graceMs: 2000,
  isOutage: () => false,
}).start();
