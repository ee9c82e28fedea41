import { home } from '../browser-api.js';
import { beginConnecting } from '../connecting.js';
import type { Draft } from '../draft.js';
import { makeElement } from '../make-element.js';
import { waitingDraft } from '../stored.js';
import { texts } from '../texts.js';

/**
 * Where there is no session: asks for one, and keeps what was to be saved until there is.
 * @param note why there is none any more
 */
export function connectView(draft: Draft | null, note: string | null): HTMLElement {
  const action = makeElement('button', {
    type: 'button',
    className: 'primary',
    textContent: texts.connect.action,
    autofocus: true,
  });
  action.addEventListener('click', () => {
    action.disabled = true;
    void (draft ? waitingDraft.write(draft) : waitingDraft.remove())
      .then(beginConnecting)
      .then(() => window.close());
  });
  return makeElement(
    'section',
    { className: 'notice' },
    makeElement('h2', { textContent: texts.connect.title }),
    note === null ? null : makeElement('p', { className: 'failure', textContent: note }),
    makeElement('p', { textContent: texts.connect.text(new URL(home).host) }),
    draft ? makeElement('p', { className: 'soft', textContent: texts.connect.kept }) : null,
    action,
  );
}
