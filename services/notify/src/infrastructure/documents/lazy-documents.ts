import type { Documents } from '@skyshelf/documents';
import type { Feeds, NewsPictures } from '../../application/feeds.js';
import type { Mails, SenderLimits } from '../../application/notify.js';

const mailModule = async () => (await import('./mail-documents.js')).mailModule;
const feedModule = async () => (await import('./feed-documents.js')).feedModule;
const senderModule = async () => (await import('./sender-documents.js')).senderModule;

export function lazyMails(documents: () => Documents): Mails {
  const mails = () => documents().get(mailModule);
  return {
    add: async (session, mail) => (await mails()).add(session, mail),
    findWaiting: async (id) => (await mails()).findWaiting(id),
    end: async (session, id, end) => (await mails()).end(session, id, end),
    note: async (id, reason) => (await mails()).note(id, reason),
    drop: async (session, id) => (await mails()).drop(session, id),
    latest: async (search) => (await mails()).latest(search),
    has: async (id) => (await mails()).has(id),
    of: async (drive) => (await mails()).of(drive),
    forget: async (drive) => (await mails()).forget(drive),
  };
}

export function lazySenders(documents: () => Documents): SenderLimits {
  const senders = () => documents().get(senderModule);
  return {
    spend: async (session, solution, until) => (await senders()).spend(session, solution, until),
    count: async (session, names, now) => (await senders()).count(session, names, now),
    forget: async (sender) => (await senders()).forget(sender),
  };
}

export function lazyFeeds(documents: () => Documents): {
  feeds: Pick<Feeds, 'known' | 'keep'>;
  pictures: Omit<NewsPictures, 'make'>;
} {
  const opened = () => documents().get(feedModule);
  return {
    feeds: {
      known: async (urls) => (await opened()).known(urls),
      keep: async (session, feed) => (await opened()).keep(session, feed),
    },
    pictures: {
      source: async (id) => (await opened()).pictureSource(id),
      find: async (id) => (await opened()).findPicture(id),
      keep: async (session, picture) => (await opened()).keepPicture(session, picture),
    },
  };
}
