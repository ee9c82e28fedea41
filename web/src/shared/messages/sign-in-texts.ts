export const signInTexts = {
  title: 'Log in to Skyshelf',
  text: 'There is nothing to register: use an account you already have.',
  with: (provider: string) => `Continue with ${provider}`,
  otherAccount: 'Each account opens a shelf of its own. Choose the one you used before to find your files.',
  unavailable: 'Logging in is not possible right now. The server did not answer.',
  none: 'No way to log in is set up on this server.',
  tryAgain: 'Try again',
  finishing: 'Logging in',
  notBegunHere: 'This sign-in did not begin in this browser',
  notBegunHereText:
    'So it was not finished, and nothing has changed here. To open your own shelf, log in from this page.',
  logIn: 'Log In',
  toFiles: 'Back to my files',
  leaving: (provider: string) => `Taking you to ${provider}`,
};
