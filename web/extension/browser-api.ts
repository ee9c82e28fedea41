/** Chrome calls it `chrome`, Firefox `browser`. */
interface Listeners<Listener> {
  addListener(listener: Listener): void;
}

interface StorageArea {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(key: string): Promise<void>;
}

export interface Tab {
  url?: string;
  title?: string;
}

export interface ClickedOn {
  menuItemId: string | number;
  pageUrl?: string;
  linkUrl?: string;
  linkText?: string;
  srcUrl?: string;
}

export interface Sender {
  id?: string;
  url?: string;
}

export interface BrowserApi {
  runtime: {
    id: string;
    getManifest(): { homepage_url?: string; host_permissions?: string[] };
    getURL(path: string): string;
    sendMessage(message: unknown): Promise<unknown>;
    onInstalled: Listeners<() => void>;
    onMessage: Listeners<
      (message: unknown, sender: Sender, respond: (answer: unknown) => void) => boolean | undefined
    >;
  };
  storage: { local: StorageArea; session: StorageArea };
  tabs: {
    query(of: { active: boolean; currentWindow: boolean }): Promise<Tab[]>;
    create(options: { url: string }): Promise<unknown>;
  };
  windows: {
    create(options: { url: string; type: 'popup'; width: number; height: number }): Promise<unknown>;
  };
  contextMenus: {
    create(item: { id: string; title: string; contexts: string[] }): unknown;
    removeAll(): Promise<void>;
    onClicked: Listeners<(clicked: ClickedOn, tab?: Tab) => void>;
  };
  permissions: {
    contains(permissions: { origins: string[] }): Promise<boolean>;
    request(permissions: { origins: string[] }): Promise<boolean>;
    onAdded: Listeners<() => void>;
  };
}

declare global {
  var browser: BrowserApi | undefined;
  var chrome: BrowserApi | undefined;
}

const found = globalThis.browser ?? globalThis.chrome;
if (!found) throw new Error('This page belongs to a browser extension.');
export const api: BrowserApi = found;

export const home: string = api.runtime.getManifest().homepage_url ?? '';
