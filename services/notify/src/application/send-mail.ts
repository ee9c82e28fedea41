import { backoffMs, DomainError } from '@skyshelf/contracts';
import { effect, defineJobKind, type JobKindOf } from '@skyshelf/jobs';
import type { ClientSession } from 'mongodb';
import { z } from 'zod';
import { emailOf, type Mail, type MailTarget } from '../domain/mail.js';
import { MailServerAway, type Notify } from './notify.js';

export const MAIL_KIND = 'mail';
const LONGEST_PAUSE_MS = 3_600_000;
/** The tries take about a day. */
const TRIES = 30;
const TIMEOUT_MS = 120_000;

const payload = z.object({ mail: z.string() });
type Payload = z.infer<typeof payload>;

/**
 * Unavailable servers cost no try; refusals, mostly temporary, are retried for a day. A worker killed after
 * the server's answer sends again, with the same Message-ID.
 */
export const mailKind = (notify: () => Notify): JobKindOf<Payload, ClientSession> =>
  defineJobKind<Payload, ClientSession>({
    kind: MAIL_KIND,
    payload,
    parallel: 2,
    tries: TRIES,
    timeoutMs: TIMEOUT_MS,
    keptMs: 0,
    pauseMs: (tries) => backoffMs({ firstMs: notify().mailPauseMs, maxMs: LONGEST_PAUSE_MS }, tries),
    isReady: async () => notify().sender.way !== 'none',
    run: async ({ payload: { mail: id } }) => {
      const { mails, sender, mailPauseMs, clock } = notify();
      const mail = await mails.findWaiting(id);
      if (!mail) return { state: 'dropped' };
      try {
        const target = await targetOf(notify(), mail);
        if (!target) return { state: 'dropped', effect: effect((session) => mails.drop(session, id)) };
        await sender.send(emailOf(mail, sender.from, target));
        // Its account was deleted during sending.
        if (!(await mails.has(id))) await sender.forget([id]);
      } catch (error) {
        await mails.note(id, reasonIn(error));
        if (!(error instanceof MailServerAway || error instanceof DomainError)) throw error;
        return { state: 'again', afterMs: mailPauseMs };
      }
      const end = { state: 'sent', reason: null, at: clock.now() } as const;
      return { state: 'done', effect: effect((session) => mails.end(session, id, end)) };
    },
    reasonOf: (_, error) => reasonIn(error),
    onGivenUp: ({ payload: { mail: id } }, reason) => {
      const { mails, clock } = notify();
      return effect((session) => mails.end(session, id, { state: 'failed', reason, at: clock.now() }));
    },
  });

/** The account's address now, not when the mail was entered. */
async function targetOf(
  { sender, targets }: Notify,
  { kind, drive, confirmation }: Mail,
): Promise<MailTarget | null> {
  if (kind === 'contact') return { address: sender.operator, publicUrl: '', code: null };
  return drive && targets.find(drive, confirmation, kind);
}

const reasonIn = (error: unknown): string =>
  error instanceof Error ? error.message : 'Its worker has stopped over it again and again.';

/** Enters the mail once, in the caller's transaction; the caller then wakes MAIL_KIND. */
export async function enqueueMail(
  { mails, jobs }: Pick<Notify, 'mails' | 'jobs'>,
  session: ClientSession,
  mail: Mail,
): Promise<void> {
  if (!(await mails.add(session, mail))) return;
  const { id, drive } = mail;
  await jobs.add(session, [{ key: `mail:${id}`, kind: MAIL_KIND, drive, payload: { mail: id } }]);
}
