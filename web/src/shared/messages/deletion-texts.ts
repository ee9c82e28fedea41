const hoursText = (hours: number): string =>
  hours % 24 === 0
    ? `${hours / 24} ${hours === 24 ? 'day' : 'days'}`
    : `${hours} ${hours === 1 ? 'hour' : 'hours'}`;

export const deletionTexts = {
  title: 'Delete Account',
  lead: 'Removes your files, links, tags, settings and sessions for good, here and in every part of Skyshelf.',
  after: (hours: number) =>
    hours === 0
      ? 'It begins at once and cannot be undone.'
      : `You are logged out everywhere at once. For ${hoursText(hours)} you can still log in and keep the account; then everything is removed.`,
  messages:
    'Messages between the parts of Skyshelf that name your files go by themselves within 7 days. Logging in later opens a new, empty shelf.',
  begin: 'Delete my account',
  ask: 'Are you sure that you want to delete your account and all that is in it?',
  no: 'No',
  yes: 'Yes, delete it',
  staleTitle: 'Log in again first',
  stale: 'To be sure that it is you, your account can be deleted only within ten minutes of logging in.',
  logInAgain: 'Log in again',
  doneTitle: 'Your account is being deleted',
  done: (moment: string) => `You are logged out everywhere. Log in before ${moment} to keep the account.`,
  leave: 'Go Home',
  closingTitle: 'This account is about to be deleted',
  closing: (moment: string) =>
    `Everything in it is removed after ${moment}. You can still keep it, with all that is there.`,
  keep: 'Keep my account',
  letGo: 'Let it be deleted',
  goneTitle: 'This account is being deleted',
  gone: 'It cannot be kept any more. In a few minutes logging in opens a new, empty shelf.',
};
