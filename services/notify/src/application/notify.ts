import type { DriveId, MailRecord, MailState } from '@skyshelf/contracts';
import type { JobRequest } from '@skyshelf/jobs';
import type { Clock } from '@skyshelf/tokens';
import type { ClientSession } from 'mongodb';
import type { Letter, Mail, MailTarget } from '../domain/mail.js';
import type { Update } from '../domain/update.js';
import type { Challenge } from './captcha.js';
import type { Feeds, NewsPictures } from './feeds.js';
import type { WeatherSource } from './read-weather.js';

/** The updates of the product. */
export interface Updates {
  /** At most so many, the newest first. */
  newest(limit: number): Promise<Update[]>;
  /** Durable before it returns; one that is there stays as it is. */
  insert(update: Update, by: DriveId): Promise<void>;
}

/** How sending a mail has ended. */
export interface MailEnd {
  state: Exclude<MailState, 'waiting'>;
  reason: string | null;
  at: Date;
}

/** The mails of the last 30 days. */
export interface Mails {
  /** Comes with the transaction. @returns false when it has been entered before */
  add(session: ClientSession, mail: Mail): Promise<boolean>;
  /** One that waits to be sent. */
  findWaiting(id: string): Promise<Mail | null>;
  end(session: ClientSession, id: string, end: MailEnd): Promise<void>;
  /** Notes why one still waits. */
  note(id: string, reason: string): Promise<void>;
  /** Removes one that no one is to get. */
  drop(session: ClientSession, id: string): Promise<void>;
  /** Last ones first. */
  latest(search: { limit: number; state?: MailState | undefined }): Promise<MailRecord[]>;
  /** Whether a mail is still known, in whatever state. */
  has(id: string): Promise<boolean>;
  /** Which mails there are of an account. */
  of(drive: DriveId): Promise<string[]>;
  forget(drive: DriveId): Promise<void>;
}

/** Who may send messages: solutions that were used, and how often somebody has sent. */
export interface Senders {
  /** @returns false when it was spent before */
  spend(session: ClientSession, solution: string, until: Date): Promise<boolean>;
  /** Counts a sending for each of them. @returns false when one has sent too often */
  count(session: ClientSession, senders: readonly string[], now: Date): Promise<boolean>;
  forget(sender: string): Promise<void>;
}

/** The mail server does not answer, or not now: trying again costs nothing. */
export class MailServerAway extends Error {
  override name = 'MailServerAway';
}

/** How mails leave. */
export interface MailSender {
  way: 'server' | 'folder' | 'none';
  from: string;
  /** Who runs this installation, and gets the messages. */
  operator: string;
  /** Returns when the next one along the way has taken it over. @throws MailServerAway; Error that says what was refused, without an address */
  send(letter: Letter): Promise<void>;
  /** Removes what lies here of mails that were sent, or are being sent. */
  forget(ids: readonly string[]): Promise<void>;
}

/** Where notices of accounts go: the gateway alone knows, and is asked each time. Null for nowhere. */
export interface NoticeTargets {
  find(drive: DriveId, confirmation: string | null): Promise<MailTarget | null>;
}

/** What tells people from programs. */
export interface Captcha {
  challenge(): Promise<Challenge>;
  /** What a good solution solves, which is good once until then. Null for any other. */
  solved(solution: string): Promise<{ id: string; until: Date } | null>;
}

/** What the use cases work with. */
export interface Notify {
  updates: Updates;
  updatesShown: number;
  mails: Mails;
  senders: Senders;
  sender: MailSender;
  targets: NoticeTargets;
  captcha: Captcha;
  feeds: Feeds;
  pictures: NewsPictures;
  weather: WeatherSource;
  /** The pause before a mail is tried again, milliseconds; after a refusal it doubles each time. */
  mailPauseMs: number;
  clock: Clock;
  pause(ms: number): Promise<unknown>;
  /** One transaction, begun again where another one was in its way. */
  transact<T>(work: (session: ClientSession) => Promise<T>): Promise<T>;
  jobs: {
    add(session: ClientSession, requests: readonly JobRequest[]): Promise<unknown>;
    wake(kind: string): void;
  };
  /** The name under which an address is counted: it can not be read from it. */
  counted(address: string): string;
}
