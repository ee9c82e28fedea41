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
];
