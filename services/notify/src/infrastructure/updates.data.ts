import type { Update } from '../domain/update.js';

/** Add an entry with each release; never change published ones. */
export const deliveredUpdates: readonly Update[] = [
  {
    id: 'first-shelf',
    headline: 'Skyshelf is here',
    content:
      'One shelf for your files and your links. Sign in with an account you already have, create folders, and find everything again from any device.',
    date: new Date('2026-11-02T09:00:00.000Z'),
  },
  {
    id: 'drop-to-upload',
    headline: 'Drop files anywhere',
    content:
      'Drag photos and documents from your computer into the open folder. You see how far each one is, and an upload that was cut off goes on where it stopped.',
    date: new Date('2026-11-09T09:00:00.000Z'),
  },
  {
    id: 'live-thumbnails',
    headline: 'Thumbnails that appear by themselves',
    content:
      'Pictures show a thumbnail a moment after they are uploaded, in every window and on every device where the folder is open.',
    date: new Date('2026-11-16T09:00:00.000Z'),
  },
  {
    id: 'windows-and-conversions',
    headline: 'Everything opens on the page',
    content:
      'Photos, films, music, PDF and office documents open in windows that you can move, resize and minimise. What a browser can’t show by itself is converted on the server, and a film plays while it is still being converted.',
    date: new Date('2026-11-23T18:00:00.000Z'),
  },
  {
    id: 'from-elsewhere',
    headline: 'Notes, tables, and files from elsewhere',
    content:
      'Markdown, tables and program code are shown as they are meant to be read. Files also come from an address, from the camera, and from Dropbox, Google Drive or OneDrive where your server offers them.',
    date: new Date('2026-11-25T18:00:00.000Z'),
  },
  {
    id: 'account-page',
    headline: 'A page for your account',
    content:
      'My Account shows how full your shelf is and where you are signed in. There you choose what you see, give an address for notices, download everything at once, or delete your account. More room is under Pricing.',
    date: new Date('2026-11-26T09:00:00.000Z'),
  },
  {
    id: 'bookmarks-and-extension',
    headline: 'Bring your bookmarks, save from any page',
    content:
      'Bookmarks of any browser come in as folders and links, and go out again as a file. The browser extension saves the page you look at into the folder you choose.',
    date: new Date('2026-11-26T12:00:00.000Z'),
  },
  {
    id: 'news-weather-offline',
    headline: 'News, weather, and a shelf without network',
    content:
      'A window with news of the categories you like, and the weather where you are. The folders you saw last can be read while you are offline.',
    date: new Date('2026-11-26T15:00:00.000Z'),
  },
  {
    id: 'undo',
    headline: 'Undo',
    content:
      'Deleted, moved or renamed by mistake? Choose Undo in the message, or press Ctrl+Z (⌘Z on a Mac).',
    date: new Date('2026-11-27T18:00:00.000Z'),
  },
  {
    id: 'first-day',
    headline: 'A shelf that is not empty on the first day',
    content:
      'New accounts begin with tiles of well-known sites, which you can hide in My Account. Search finds them too, and shows pictures instead of icons.',
    date: new Date('2026-11-28T18:00:00.000Z'),
  },
];
