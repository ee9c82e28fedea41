import type { Answer } from '@skyshelf/contracts/browser';
import { home } from '../browser-api.js';
import { pageOfFolder, shownFolder } from '../folder-tree.js';
import { makeElement } from '../make-element.js';
import { texts } from '../texts.js';

export function savedView({ docs, warnings }: Answer<'addElement'>): HTMLElement {
  const same = warnings.find(({ code }) => code === 'url.same');
  const open = makeElement('a', {
    className: 'primary',
    href: new URL(pageOfFolder(docs.path), home).href,
    target: '_blank',
    textContent: texts.saved.open,
  });
  const done = makeElement('button', { type: 'button', textContent: texts.saved.done, autofocus: true });
  open.addEventListener('click', () => setTimeout(() => window.close()));
  done.addEventListener('click', () => window.close());
  return makeElement(
    'section',
    { className: 'notice' },
    makeElement('h2', { className: 'success', textContent: texts.saved.title }),
    makeElement('p', { textContent: texts.saved.text(docs.linkname, shownFolder(docs.path)) }),
    same
      ? makeElement('p', {
          className: 'hint',
          textContent: texts.saved.alreadyIn(shownFolder(same.path ?? '/'), same.name),
        })
      : null,
    makeElement('p', { className: 'actions' }, open, done),
  );
}

export const unsaveableView = (): HTMLElement =>
  makeElement(
    'section',
    { className: 'notice' },
    makeElement('h2', { textContent: texts.save.unsaveable }),
    makeElement('p', { className: 'soft', textContent: texts.save.unsaveableHint }),
  );
