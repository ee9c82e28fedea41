import { messages } from '@skyshelf/contracts/browser';
import { activityTexts } from './activity-texts.js';
import { dialogsTexts } from './dialogs-texts.js';
import { filesTexts } from './files-texts.js';

/** Another language needs another file of this shape. */
export const text = {
  product: 'Skyshelf',
  loading: 'Loading',
  skipToContent: 'Skip to content',
  toast: {
    success: 'Success',
    error: 'Error',
    warning: 'Attention',
    info: 'Information',
    region: 'Messages',
    dismiss: 'Dismiss this message',
    undo: 'Undo',
    undoOf: (message: string) => `Undo: ${message}`,
  },
  header: {
    home: 'Skyshelf, home',
    logIn: 'Log In',
    search: 'Search',
    ownElements: 'Your files and links',
    profile: 'Profile menu',
    darkAppearance: 'Dark appearance',
    menuHome: 'Home',
    logOut: 'Log Out',
    used: (used: string, all: string) => `${used} of ${all} Used`,
  },
  shell: {
    menu: 'Site menu',
    myAccount: 'My Account',
    pricing: 'Pricing',
    rights: (year: number) => `© ${year} Skyshelf. All rights reserved.`,
    legal: 'About this site',
    terms: 'Terms',
    privacy: 'Privacy Policy',
    cookie: 'Cookie Policy',
  },
  notFound: {
    title: messages.pageNotFound,
    text: 'There is nothing at this address. It may have been moved, renamed or deleted.',
    goHome: 'Go Home',
  },
  relogin: { title: messages.logInAgain, text: 'Your session has ended. Your files are safe and waiting.' },
  crash: {
    title: messages.someError,
    text: 'This part of the page stopped working. Your files are not affected.',
    reload: 'Reload',
  },
  palette: {
    title: 'Go to or do',
    field: 'Type a name or what to do',
    list: 'Actions and elements',
    nothing: 'Nothing has a name like this',
  },
  ...filesTexts,
  ...dialogsTexts,
  ...activityTexts,
} as const;
