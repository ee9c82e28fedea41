import { z } from 'zod';
import { defineRoutes } from '../route.js';

export const noticeSettings = z.object({
  address: z.string().nullable(),
  /** Until it is confirmed, notices go to the former one. */
  asked: z.object({ address: z.string(), expires: z.iso.datetime() }).nullable(),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

export const notices = defineRoutes(
  { service: 'gateway', access: 'user', rate: 'command' },
  {
    readNotices: {
      method: 'GET',
      path: '/api/account/notices',
      rate: 'read',
      summary:
        'The mail address to which notices of the account go (payments that failed, a deletion, space that is used up), and one that waits to be confirmed.',
      refuses: [],
      answer: noticeSettings,
    },

    setNotices: {
      method: 'POST',
      path: '/api/account/notices',
      summary:
        'Gives a mail address for notices. A mail with a link goes there, which confirms it: good once, for 24 hours, and in place of an earlier one. Three such mails an hour and ten a day, by account and by address. For the address that is confirmed already nothing is sent.',
      refuses: ['email.invalid', 'notices.too-many'],
      body: z.strictObject({ address: z.string().max(254) }),
      answer: noticeSettings,
    },

    removeNotices: {
      method: 'POST',
      path: '/api/account/notices/remove',
      summary: 'Forgets the address, the one that waits to be confirmed too. May be repeated.',
      refuses: [],
      body: z.strictObject({}).optional(),
      answer: noticeSettings,
    },

    confirmNotices: {
      method: 'POST',
      path: '/api/account/notices/confirm',
      access: 'public',
      rate: 'sign-in',
      summary:
        'Confirms an address for notices, with what the link in the mail carries; or does what `stopNotices` does, with its code.',
      refuses: ['link.expired'],
      body: z.strictObject({ code: z.string().min(1).max(1000) }),
      answer: z.object({ ok: z.literal(true) }),
    },

    stopNotices: {
      method: 'POST',
      path: '/api/account/notices/stop',
      access: 'public',
      rate: 'sign-in',
      bytes: true,
      bytesType: 'application/x-www-form-urlencoded',
      summary:
        'No more notices of files that come by links, with what the link in such a mail carries. Mail programs call it by one click (RFC 8058), whose form is not read. Giving the address once more, after it was removed, brings them back.',
      refuses: ['link.expired'],
      query: z.strictObject({ code: z.string().min(1).max(1000) }),
      answer: z.object({ ok: z.literal(true) }),
    },
  },
);
