import { z } from 'zod';
import { messages } from './messages.js';
import { ruleRefusals } from './rules/refusals.js';

/** The default message. */
export const errorTable = {
  'input.invalid': { status: 400, message: 'The request is not in the expected form.' },
  'input.unreadable': { status: 400, message: 'The request body could not be read.' },
  'name.required': { status: 400, message: ruleRefusals['name.required'] },
  'name.too-long': { status: 400, message: ruleRefusals['name.too-long'] },
  'url.required': { status: 400, message: ruleRefusals['url.required'] },
  'url.invalid': { status: 400, message: ruleRefusals['url.invalid'] },
  'url.locked': { status: 400, message: 'The address of a link cannot be changed.' },
  'kind.unsupported': { status: 400, message: 'This kind of link is not supported.' },
  'default.locked': { status: 400, message: messages.cantEditDefault },
  'edit.only-one': { status: 400, message: messages.onlyOneEdited },
  'paste.same-folder': { status: 400, message: messages.cantCutToSameFolder },
  'paste.into-itself': { status: 400, message: 'A folder cannot be pasted into itself.' },
  'selection.too-large': {
    status: 400,
    message: 'So much cannot be changed at once. Select fewer elements.',
  },
  'video.wrong-url': { status: 400, message: ruleRefusals['video.wrong-url'] },
  'playlist.wrong-url': { status: 400, message: ruleRefusals['playlist.wrong-url'] },
  'playlist.not-set-up': {
    status: 400,
    message: 'Playlists are not set up here. Add the videos one by one.',
  },
  'playlist.empty': { status: 400, message: messages.emptyPlaylist },
  'tags.too-many': { status: 400, message: 'An element can have at most 50 tags.' },
  'type.not-allowed': { status: 400, message: messages.typeNotAllowed },
  'bookmarks.none': {
    status: 400,
    message:
      'There are no bookmarks in this file. Choose the HTML file that a browser or a bookmark service exports.',
  },
  'bookmarks.unreadable': {
    status: 400,
    message: 'This file cannot be read as bookmarks: export it again from where it comes.',
  },
  'depth.exceeded': { status: 400, message: 'Folders can be nested at most 128 levels deep.' },
  'upload.incomplete': {
    status: 400,
    message: 'The bytes received are not the bytes announced. Send the upload again.',
  },
  'upload.bad-grant': {
    status: 400,
    message: 'This upload was not started here, or its leave has run out. Start it again.',
  },
  'upload.bad-receipt': { status: 400, message: 'This upload has no valid receipt. Send its bytes again.' },
  'upload.failed': { status: 400, message: messages.uploadFailed },
  'video.unplayable': { status: 400, message: messages.videoUnplayable },
  'video.too-large': { status: 413, message: messages.videoTooLarge('250MB') },
  'document.failed': { status: 400, message: messages.someError },
  'document.unsupported': { status: 400, message: messages.noPreview },
  'download.too-many': { status: 400, message: messages.tooManyDownloads },
  'download.too-large': {
    status: 400,
    message: 'This folder holds too much for one download. Download the folders in it one by one.',
  },
  'email.invalid': { status: 400, message: messages.invalidEmail },
  'contact.refused': { status: 400, message: messages.notSent },
  'connection.refused': {
    status: 400,
    message: 'This connection has run out or is used up. Connect the extension again.',
  },
  'payment.refused': { status: 400, message: 'This is not about a payment that belongs here.' },
  'range.invalid': { status: 416, message: 'The requested range lies outside the file.' },
  'precondition.failed': { status: 412, message: 'This has changed: it is not what `If-Match` names.' },
  'auth.required': { status: 401, message: 'Please log in.' },
  'auth.expired': { status: 401, message: messages.logInAgain },
  'auth.forged': { status: 401, message: messages.logInAgain },
  'auth.revoked': { status: 401, message: messages.logInAgain },
  'sign-in.stale': { status: 403, message: 'Log in again first: your last log-in is too long ago for this.' },
  'access.denied': { status: 403, message: 'This is not yours to use.' },
  'folder.not-found': { status: 404, message: messages.pageNotFound },
  'element.not-found': { status: 404, message: 'This element does not exist any more.' },
  'file.not-found': { status: 404, message: 'This file does not exist.' },
  'playlist.not-found': { status: 404, message: messages.playlistGone },
  'process.not-found': { status: 404, message: 'This is finished or was never begun.' },
  'takeout.not-found': { status: 404, message: 'This takeout does not exist any more.' },
  'rewind.too-far': { status: 400, message: 'So far back nothing is kept any more.' },
  'operation.not-found': { status: 404, message: 'This cannot be undone any more.' },
  'upload.not-found': { status: 404, message: 'This upload does not exist, is finished or has expired.' },
  'account.not-found': { status: 404, message: messages.notFound },
  'session.not-found': { status: 404, message: 'There is no such session. Reload the list.' },
  'route.not-found': { status: 404, message: 'There is nothing at this address.' },
  'method.not-allowed': { status: 405, message: 'This address does not take this kind of request.' },
  'name.exists': { status: 409, message: messages.nameExists },
  'undo.changed': { status: 409, message: 'This cannot be undone: it has been changed since.' },
  'folder.copying': { status: 409, message: 'This folder is still being copied. Wait until it is complete.' },
  'drive.closed': { status: 409, message: 'This account is being deleted.' },
  'account.not-cancelled': {
    status: 409,
    message: 'This account is not cancelled: it was never paid for, or it is subscribed again.',
  },
  'account.paid-for': {
    status: 409,
    message: 'This account is paid for until its month has passed. Delete it after that.',
  },
  'link.expired': {
    status: 410,
    message: 'This link is no longer good. Ask for a new one on your account page.',
  },
  'keep.expired': { status: 410, message: 'This offer has run out. Log in again to keep your account.' },
  'live.ended': { status: 410, message: 'The video is no longer played from here. Open it again.' },
  'body.too-large': { status: 413, message: 'The request is larger than allowed here.' },
  'file.too-large': { status: 413, message: 'A file can have at most 500 MB.' },
  'media-type.unsupported': { status: 415, message: 'Send this request as application/json.' },
  'headers.too-large': {
    status: 431,
    message: 'The request has more or longer headers than are allowed here.',
  },
  'operation.reused': {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Use a new key for each intention.',
  },
  'drive.full': { status: 400, message: 'A drive can hold at most 2,000,000 elements.' },
  'rate.limited': { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  internal: { status: 500, message: messages.someError },
  'service.unavailable': {
    status: 502,
    message: 'A part of Skyshelf is not reachable. Try again in a moment.',
  },
  'read-only': {
    status: 403,
    message: 'This is a copy to look at: nothing can be changed here.',
  },
  'drive.busy': {
    status: 503,
    message: 'This drive is busy. Send the same request with the same Idempotency-Key again.',
  },
  'session.unknown': {
    status: 503,
    message: 'Who is signed in cannot be checked just now. Try again in a moment.',
  },
  'contact.too-many': {
    status: 429,
    message: 'Three messages an hour and ten a day can be sent. Try again later.',
  },
  'takeout.too-soon': { status: 429, message: 'One takeout a day can be made. Ask again tomorrow.' },
  'notices.too-many': {
    status: 429,
    message: 'Three of these mails an hour and ten a day can be sent. Try again later.',
  },
  'weather.unknown': { status: 503, message: 'The weather cannot be asked for just now. Try again later.' },
  'payment.unverified': {
    status: 503,
    message: 'The payment provider cannot be asked about this just now. Send it again.',
  },
  'trash.not-found': {
    status: 404,
    message: 'This is not in the trash any more: it was restored, or deleted forever.',
  },
  'share.not-found': {
    status: 404,
    message: 'Nothing is shown here. The link may have ended, or its address may be incomplete.',
  },
  'share.password-required': { status: 403, message: 'This link has a password.' },
  'share.wrong-password': { status: 403, message: 'This is not the password of this link.' },
  'share.too-many-tries': {
    status: 429,
    message: 'Too many wrong passwords were sent from here. Try again in some minutes.',
  },
  'share.too-many': { status: 409, message: 'An account can have at most 1,000 links. End one first.' },
  'share.no-folder': { status: 400, message: 'Files can be received in one folder only.' },
  'drop.limit': { status: 409, message: 'This is more than this link takes.' },
  'drop.full': {
    status: 507,
    message: 'This link takes no more files now, or none this large. Ask the person who gave it to you.',
  },
  'drop.over': { status: 409, message: 'This was not sent in time. Send it again.' },
  'share.downloads-used-up': { status: 403, message: 'This link offers no more downloads.' },
  'share.traffic-used-up': {
    status: 429,
    message: 'So much was downloaded by this link today that it rests until tomorrow.',
  },
  'version.not-found': { status: 404, message: 'This version of the file does not exist any more.' },
  'versions.too-many': {
    status: 400,
    message: 'At most 50 versions of a file can be kept under a name. Remove the name of another one first.',
  },
  starting: { status: 503, message: 'Skyshelf is starting or stopping. Try again in a moment.' },
  'space.exceeded': { status: 507, message: 'Not enough disk space.' },
  'space.held': {
    status: 507,
    message:
      'Deleted files and uploads that were not finished take up too much space for now. Try again later.',
  },
  'disk.full': {
    status: 507,
    message:
      'The disk of this Skyshelf is almost full, so it takes no files for now. Who runs it has to make room; then send this again.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;
export const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

/** `reset` and `logout` ask to log in again; `status: 404` is the specification's not-found mark. */
export const errorBody = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    field: z.string().optional(),
    reason: z.string().optional(),
    requestId: z.string().optional(),
  }),
  status: z.literal(404).optional(),
  reset: z.literal(true).optional(),
  logout: z.literal(true).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** Turned into `errorBody` by `errorTable`. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: {
      message?: string;
      field?: string;
      reason?: string;
      cause?: unknown;
      /** Seconds for which a browser may cache it. */
      keepSeconds?: number;
    } = {},
  ) {
    super(details.message ?? errorTable[code].message, { cause: details.cause });
    this.name = 'DomainError';
  }

  get status(): number {
    return errorTable[this.code].status;
  }

  toBody(requestId?: string): ErrorBody {
    const { code, message, details, status } = this;
    return {
      error: {
        code,
        message,
        ...(details.field && { field: details.field }),
        ...(details.reason && { reason: details.reason }),
        ...(requestId && { requestId }),
      },
      ...(code === 'folder.not-found' && { status: 404 as const }),
      ...(status === 401 && code !== 'auth.required' && { reset: true as const, logout: true as const }),
    };
  }
}

/**
 * @param names this request's names of the fields
 * @throws DomainError as `run` does, its field renamed
 */
export async function withFieldNames<T>(
  names: Readonly<Record<string, string>>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DomainError) || !error.details.field) throw error;
    const { code, message, details } = error;
    const field = names[error.details.field] ?? error.details.field;
    throw new DomainError(code, { ...details, message, field });
  }
}
