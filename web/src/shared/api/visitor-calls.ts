import type { RouteName, VisitorCall } from '@skyshelf/contracts/browser';

/** As the contracts have it: these are for everyone, all others for users only. */
const visitorCalls: Readonly<Record<VisitorCall, true>> = {
  listFolder: true,
  setReadCookie: true,
  logOut: true,
  signInProviders: true,
  readInstallation: true,
  showAd: true,
  showSearch: true,
  downloadLauncher: true,
  openExtensionSession: true,
  downloadExtension: true,
  listPlans: true,
  receivePayment: true,
  listUpdates: true,
  keepAccount: true,
  confirmNotices: true,
  newCaptcha: true,
  sendMail: true,
};

/** Whether a call is answered only to a user who is signed in. */
export const needsSession = (name: RouteName): boolean => !(name in visitorCalls);
