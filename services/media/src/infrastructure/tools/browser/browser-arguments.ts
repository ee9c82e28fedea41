/** Size of the window, pixels. */
export const WINDOW = { width: 1280, height: 800 } as const;

export interface PageVisit {
  url: string;
  /** Address of the proxy by which everything goes. */
  proxy: string;
  /** The folder that the browser may write to. */
  folder: string;
  /** Where the picture is to be written. */
  target: string;
  /** After so many milliseconds of loading the page is pictured as it is. */
  loadingMs: number;
}

/** Nothing reaches the network but by the proxy, and no name is resolved here. Without any one of these something of a page does. */
export const shutIn = (proxy: string): string[] => [
  `--proxy-server=${proxy}`,
  // Else what is on this machine is asked directly.
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  // Else WebRTC sends packets to whatever address a page names.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
];

/** The command line of a browser that pictures one page and ends. Its own sandbox stays on. */
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
  // Frames of a hundred sites would be a hundred processes. There are no cookies or passwords that one site could read of another.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=4',
  ...shutIn(proxy),
  url,
];

/** The browser's maker, whom it calls on its own account. */
export const MAKERS_HOSTS = [
  'googleapis.com',
  'gvt1.com',
  'accounts.google.com',
  'clients2.google.com',
  'android.clients.google.com',
  'safebrowsing.google.com',
] as const;
