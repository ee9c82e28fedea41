import type { RouteName, VisitorCall } from '@skyshelf/contracts/browser';

/** By the contracts; all others need a session. */
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

export const needsSession = (name: RouteName): boolean => !(name in visitorCalls);
