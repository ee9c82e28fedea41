import type { captchaChallenge, DriveId, MailKind, MailRecord, MailState } from '@skyshelf/contracts';
import type { z } from 'zod';
import type { JobRequest } from '@skyshelf/jobs';
import type { Clock } from '@skyshelf/tokens';
import type { ClientSession } from 'mongodb';
import type { Email, Mail, MailTarget } from '../domain/mail.js';
import type { Update } from '../domain/update.js';
import type { Feeds, NewsPictures } from './feeds.js';
import type { WeatherSource } from './read-weather.js';

export type Challenge = z.infer<typeof captchaChallenge>;

export interface Updates {
  /** Order: newest first. */
  newest(limit: number): Promise<Update[]>;
  /** Durable at return; an existing one stays. */
  insert(update: Update, by: DriveId): Promise<void>;
}

export interface MailEnd {
  state: Exclude<MailState, 'waiting'>;
  reason: string | null;
  at: Date;
}

/** Contains the mails of the last 30 days. */
export interface Mails {
  /** @returns false if it exists */
  add(session: ClientSession, mail: Mail): Promise<boolean>;
  findWaiting(id: string): Promise<Mail | null>;
  end(session: ClientSession, id: string, end: MailEnd): Promise<void>;
  note(id: string, reason: string): Promise<void>;
  drop(session: ClientSession, id: string): Promise<void>;
  /** Order: latest first. */
  latest(search: { limit: number; state?: MailState | undefined }): Promise<MailRecord[]>;
  has(id: string): Promise<boolean>;
  of(drive: DriveId): Promise<string[]>;
  forget(drive: DriveId): Promise<void>;
}

/** Used solutions, and senders' counts. */
export interface SenderLimits {
  /** @returns false if spent before */
  spend(session: ClientSession, solution: string, until: Date): Promise<boolean>;
  /** @returns false if one sent too often */
  count(session: ClientSession, senders: readonly string[], now: Date): Promise<boolean>;
  forget(sender: string): Promise<void>;
}

/** Retries cost nothing. */
export class MailServerAway extends Error {
  override name = 'MailServerAway';
}

export interface MailSender {
  way: 'server' | 'folder' | 'none';
  from: string;
  operator: string;
  /**
   * Resolves when the next server took it. @throws MailServerAway; Error naming the refusal, without an
   * address
   */
  send(letter: Email): Promise<void>;
  /** Removes local copies. */
  forget(ids: readonly string[]): Promise<void>;
}

/** Asked of the gateway each time. Null: nowhere. */
export interface NoticeTargets {
  find(drive: DriveId, confirmation: string | null, kind: MailKind): Promise<MailTarget | null>;
}

export interface Captcha {
  challenge(): Promise<Challenge>;
  /** A solution counts once and until that time. Null means that it is invalid. */
  solved(solution: string): Promise<{ id: string; until: Date } | null>;
}

export interface Notify {
  updates: Updates;
  updatesShown: number;
  mails: Mails;
  senders: SenderLimits;
  sender: MailSender;
  targets: NoticeTargets;
  captcha: Captcha;
  feeds: Feeds;
  pictures: NewsPictures;
  weather: WeatherSource;
  /** Milliseconds; doubles after each refusal. */
  mailPauseMs: number;
  clock: Clock;
  pause(ms: number): Promise<unknown>;
  /** Retried on conflicts. */
  transact<T>(work: (session: ClientSession) => Promise<T>): Promise<T>;
  jobs: {
    add(session: ClientSession, requests: readonly JobRequest[]): Promise<unknown>;
    wake(kind: string): void;
  };
  counted(address: string): string;
}
