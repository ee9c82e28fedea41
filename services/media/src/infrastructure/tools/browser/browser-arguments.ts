export const WINDOW = { width: 1280, height: 800 } as const;

export interface PageVisit {
  url: string;
  proxy: string;
  /** The browser may write to it. */
  folder: string;
  target: string;
  loadingMs: number;
}

/** The network by the proxy alone, no name resolved here. Without any one of these something gets out. */
export const networkIsolation = (proxy: string): string[] => [
  `--proxy-server=${proxy}`,
  // Else this machine is asked directly.
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // Else WebRTC sends packets to any address.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
];

/** Pictures one page and ends. Its own sandbox stays on. */
export const browserArguments = ({ url, proxy, folder, target, loadingMs }: PageVisit): string[] => [
  '--headless',
  `--screenshot=${target}`,
  `--window-size=${WINDOW.width},${WINDOW.height}`,
  '--hide-scrollbars',
  `--timeout=${loadingMs}`,
  `--user-data-dir=${folder}/profile`,
  '--incognito',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-breakpad',
  '--deny-permission-prompts',
  '--mute-audio',
  // Frames of a hundred sites would be a hundred processes; there is nothing to steal.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=4',
  ...networkIsolation(proxy),
  url,
];

/** The browser calls them on its own account. */
export const MAKERS_HOSTS = [
  'googleapis.com',
  'gvt1.com',
  'accounts.google.com',
  'clients2.google.com',
  'android.clients.google.com',
  'safebrowsing.google.com',
] as const;
