import { home } from '../browser-api.js';
import { beginConnecting } from '../connecting.js';
import type { Draft } from '../draft.js';
import { makeElement } from '../make-element.js';
import { waitingDraft } from '../stored.js';
import { texts } from '../texts.js';

/**
 * @param note why there is no session any more
 * @param isAllowed whether the browser lets the extension reach the server
 */
export function connectView(draft: Draft | null, note: string | null, isAllowed: boolean): HTMLElement {
  const { host } = new URL(home);
  const failure = makeElement('p', {
    className: 'failure',
    role: 'alert',
    textContent: note ?? '',
    hidden: note === null,
  });
  const action = makeElement('button', {
    type: 'button',
    className: 'primary',
    textContent: texts.connect.action,
    autofocus: true,
  });
  action.addEventListener('click', () => {
    action.disabled = true;
    const begun = beginConnecting(isAllowed);
    void (draft ? waitingDraft.write(draft) : waitingDraft.remove())
      .then(() => begun)
      .then((goesOn) => {
        if (goesOn) return window.close();
        failure.textContent = texts.connect.withheld(host);
        action.disabled = failure.hidden = false;
      });
  });
  return makeElement(
    'section',
    { className: 'notice' },
    makeElement('h2', { textContent: texts.connect.title }),
    failure,
    makeElement('p', { textContent: texts.connect.text(host) }),
    draft ? makeElement('p', { className: 'soft', textContent: texts.connect.kept }) : null,
    action,
  );
}
