import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LazyModuleLoader } from '@nestjs/core';
import { createDocuments, type Documents } from '@skyshelf/documents';
import {
  openServiceJobs,
  type DriveOwner,
  type Opened,
  type ServiceJobs,
  type ServiceComponents,
} from '@skyshelf/service';
import type { StatementSigner } from '@skyshelf/tokens';
import type { Notify } from './application/notify.js';
import { feedKind } from './application/read-feed.js';
import { pictureKind } from './application/show-picture.js';
import { mailKind } from './application/send-mail.js';
import { senderOfAccount } from './application/send-message.js';
import { ContactController } from './http/contact.controller.js';
import { FEATURES, InternalController } from './http/internal.controller.js';
import { NewsController } from './http/news.controller.js';
import { UpdatesController } from './http/updates.controller.js';
import { WeatherController } from './http/weather.controller.js';
import { altchaCaptcha, CAPTCHA_COST } from './infrastructure/captcha.js';
import { lazyFeeds, lazyMails, lazySenders } from './infrastructure/documents/lazy-documents.js';
import { mailCheck, openMailSender } from './infrastructure/mail/mail-sender.js';
import { fetchFeed } from './infrastructure/news/fetch-feed.js';
import { optionalFeatures } from './infrastructure/optional-features.js';
import { makePicture, noticeTargets } from './infrastructure/peer-calls.js';
import { newsCheck } from './infrastructure/news/news-check.js';
import { prepareUpdates, updateDocuments } from './infrastructure/update-documents.js';
import { openWeather, weatherCheck } from './infrastructure/weather-source.js';
import { NOTIFY, type NotifyRuntime } from './notify.runtime.js';
import { NoticeReactions } from './reactions/notice-reactions.js';

const MAIL_PAUSE_MS = 15_000;
const NONE: ReadonlySet<string> = new Set();
const durable = { writeConcern: { w: 'majority', journal: true } } as const;

const controllers = [
  UpdatesController,
  ContactController,
  NewsController,
  WeatherController,
  InternalController,
  NoticeReactions,
];

/** Wired here, so that use cases know nothing of Nest. */
export function openService(runtime: Opened<NotifyRuntime>): ServiceComponents {
  const { client, db } = runtime;
  let documents: Documents;
  const kinds = [mailKind(() => notify), feedKind(() => notify), pictureKind(() => notify)];
  const jobs: ServiceJobs = openServiceJobs(runtime, { kinds, worksOn: () => kinds });
  const notify = notifyOf(runtime, jobs, () => documents);
  const open = (loader: LazyModuleLoader): Notify => {
    documents = createDocuments(loader, { client, db });
    return notify;
  };
  return {
    jobs,
    drives: ownerOf(notify),
    controllers,
    providers: [
      { provide: NOTIFY, inject: [LazyModuleLoader], useFactory: open },
      { provide: FEATURES, useValue: optionalFeatures(runtime.config) },
    ],
    prepare: () => prepareUpdates(db),
    checks: [mailCheck(notify.sender), newsCheck(db, notify.feeds), weatherCheck(notify.weather)],
  };
}

function notifyOf(
  runtime: Opened<NotifyRuntime>,
  { queue, runner }: ServiceJobs,
  documents: () => Documents,
): Notify {
  const { client, db, config, clock, signer, peers } = runtime;
  const { captchaCost = CAPTCHA_COST, mailPauseMs = MAIL_PAUSE_MS } = runtime;
  return {
    updates: updateDocuments(db),
    updatesShown: config.updatesShown,
    clock,
    pause,
    sender: openMailSender(config, clock, runtime.mailSilentMs),
    mailPauseMs,
    targets: noticeTargets(peers),
    mails: lazyMails(documents),
    senders: lazySenders(documents),
    ...newsOf(runtime, documents),
    weather: weatherOf(runtime),
    captcha: altchaCaptcha({ secrets: () => captchaSecrets(signer), cost: captchaCost, clock }),
    transact: (work) =>
      client.withSession((session) => session.withTransaction(() => work(session), durable)),
    jobs: {
      add: (session, requests) => queue.add(session, requests),
      wake: (kind) => runner.wake(new Set([kind])),
    },
    counted: (address) => `address:${digest(signer.sign({ kind: 'captcha', counted: address }))}`,
  };
}

function newsOf(
  { config, peers, trusted = NONE }: Opened<NotifyRuntime>,
  documents: () => Documents,
): Pick<Notify, 'feeds' | 'pictures'> {
  const { feeds, pictures } = lazyFeeds(documents);
  const sources = config.newsFeeds.length > 0 ? config.newsFeeds : null;
  return {
    feeds: { ...feeds, sources, fetch: (url, known, signal) => fetchFeed(url, known, { signal, trusted }) },
    pictures: { ...pictures, make: (address) => makePicture(peers, address) },
  };
}

const weatherOf = ({ config, clock, trusted = NONE, timeline }: Opened<NotifyRuntime>) =>
  openWeather({ key: () => config.weatherKey, now: () => clock.now().getTime(), trusted, timeline });

/** An archive does not contain its data. */
const ownerOf = ({ mails, senders, sender }: Notify): DriveOwner => ({
  forget: async (drive) => {
    // Files are found by their mails.
    await sender.forget(await mails.of(drive));
    await mails.forget(drive);
    await senders.forget(senderOfAccount(drive));
  },
});

/** The same in all replicas: from the installation's keys. */
const captchaSecrets = (signer: StatementSigner) => ({
  hmacSignatureSecret: signer.sign({ kind: 'captcha', signs: 'challenge' }),
  hmacKeySignatureSecret: signer.sign({ kind: 'captcha', signs: 'solution' }),
});

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
