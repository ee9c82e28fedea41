import { api, home } from './browser-api.js';
import { isServerAllowed } from './connecting.js';
import { canBeSaved, type Draft, draftOfTab } from './draft.js';
import { connection, waitingDraft } from './stored.js';
import { texts } from './texts.js';
import { callServer } from './call-server.js';
import { connectView } from './views/connect-view.js';
import { savedView, unsaveableView } from './views/end-views.js';
import { SaveView } from './views/save-view.js';
import './popup.css';

const part = <Element extends HTMLElement>(id: string): Element => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found as Element;
};
const content = part('content');
const disconnect = part<HTMLButtonElement>('disconnect');

function show(view: HTMLElement): void {
  content.replaceChildren(view);
  view.querySelector<HTMLElement>('[autofocus]')?.focus();
}

/** The colours of the product: its dark ones are named by this mark. */
function followScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const mark = (): void =>
    document.documentElement.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', mark);
  mark();
}

/** An element chosen in the menu has a window of its own; the default is the page that is shown. */
async function draftNow(): Promise<Draft | null> {
  if (location.hash === '#waiting') return waitingDraft.read();
  const [tab] = await api.tabs.query({ active: true, currentWindow: true });
  return tab ? draftOfTab(tab) : null;
}

async function showConnect(draft: Draft | null, note: string | null): Promise<void> {
  const isAllowed = await isServerAllowed();
  part('who').textContent = '';
  disconnect.hidden = true;
  show(connectView(draft && canBeSaved(draft) ? draft : null, note, isAllowed));
}

async function showSave(draft: Draft): Promise<void> {
  const view = new SaveView(draft, {
    onSaved: (answer) => {
      void waitingDraft.remove();
      show(savedView(answer));
    },
    onNotConnected: (note) => void showConnect(draft, note),
  });
  show(view.element);
  view.focus();
  await view.load();
}

async function start(): Promise<void> {
  followScheme();
  const [draft, session] = await Promise.all([draftNow(), connection.read()]);
  if (!session) return showConnect(draft, null);
  if (!(await isServerAllowed())) return showConnect(draft, texts.connect.withheld(new URL(home).host));
  part('who').textContent = session.name;
  disconnect.hidden = false;
  disconnect.addEventListener('click', () => {
    // Without an answer too: this browser's part of the session goes in any case.
    void callServer('logOut', { body: {} })
      .catch(() => null)
      .then(() => connection.remove())
      .then(() => showConnect(draft, null));
  });
  if (!draft || !canBeSaved(draft)) return show(unsaveableView());
  await showSave(draft);
}

void start();
