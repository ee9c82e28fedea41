import { api, home } from './browser-api.js';
import { finishConnecting, openConnectPage } from './connecting.js';
import { draftOfMenu, menuItems } from './draft.js';
import { waitingDraft } from './stored.js';
import { texts } from './texts.js';

const WINDOW = { type: 'popup', width: 420, height: 660 } as const;

const openSaveWindow = (): Promise<unknown> =>
  api.windows.create({ ...WINDOW, url: api.runtime.getURL('popup.html#waiting') });

api.runtime.onInstalled.addListener(() => {
  void api.contextMenus.removeAll().then(() => {
    for (const id of menuItems) api.contextMenus.create({ id, title: texts.menu[id], contexts: [id] });
  });
});

api.contextMenus.onClicked.addListener((clicked, tab) => {
  const draft = draftOfMenu(clicked, tab);
  if (draft) void waitingDraft.write(draft).then(openSaveWindow);
});

api.permissions.onAdded.addListener(() => void openConnectPage());

/** Only the script in our server's own page may send messages. */
api.runtime.onMessage.addListener((message, sender, respond) => {
  const code = codeIn(message);
  const page = sender.url ?? '';
  if (code === null || sender.id !== api.runtime.id || !page.startsWith(`${home}extension/connect`))
    return undefined;
  void finishConnecting(code).then(async (connected) => {
    respond(connected);
    if (connected && (await waitingDraft.read())) await openSaveWindow();
  });
  return true;
});

function codeIn(message: unknown): string | null {
  const { code } = (message ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : null;
}
