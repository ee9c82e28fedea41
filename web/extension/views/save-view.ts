import { type Answer, limits } from '@skyshelf/contracts/browser';
import { newKey } from '../../src/shared/api/call-input.js';
import { CallFailure, callServer } from '../call-server.js';
import { type Draft, kindOf } from '../draft.js';
import { FolderTree, shownFolder } from '../folder-tree.js';
import { makeElement } from '../make-element.js';
import { lastFolder } from '../stored.js';
import { TagField } from '../tag-field.js';
import { texts } from '../texts.js';

export interface SaveEvents {
  onSaved(answer: Answer<'addElement'>): void;
  onNotConnected(note: string): void;
}

const text = texts.save;

export class SaveView {
  readonly element = makeElement('form', { className: 'save', noValidate: true });
  readonly #name: HTMLInputElement;
  readonly #tree: FolderTree;
  readonly #tags = new TagField();
  readonly #where = makeElement('output');
  readonly #failure = makeElement('p', { className: 'failure', role: 'alert', hidden: true });
  readonly #again = makeElement('button', { type: 'button', textContent: text.tryAgain, hidden: true });
  readonly #save = makeElement('button', {
    type: 'submit',
    className: 'primary',
    textContent: text.action,
    disabled: true,
  });
  /** One for each intention: sent again after a lost answer, it adds no second element. */
  #key: { of: string; key: string } = { of: '', key: '' };

  constructor(
    private readonly draft: Draft,
    private readonly events: SaveEvents,
  ) {
    this.#name = makeElement('input', {
      id: 'name',
      value: draft.name,
      maxLength: limits.maxTypedNameCharacters,
      autocomplete: 'off',
      required: true,
    });
    this.#tree = new FolderTree(
      ({ path }) => (this.#where.value = shownFolder(path)),
      (error) => this.#fail(error, true),
    );
    this.element.append(...this.#fields());
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#submit();
    });
    this.#again.addEventListener('click', () => void this.load());
  }

  async load(): Promise<void> {
    this.#clearFailure();
    const last = await lastFolder.read();
    void this.#suggestTags();
    // Not before the folder of last time is chosen.
    this.#save.disabled = !(await this.#tree.reveal(last?.path ?? '/'));
  }

  focus(): void {
    this.#name.focus();
    this.#name.select();
  }

  #fields(): Node[] {
    const label = (htmlFor: string, textContent: string): Node =>
      makeElement('label', { htmlFor, textContent });
    return [
      label('name', text.name),
      this.#name,
      makeElement('p', { className: 'address', title: this.draft.url, textContent: this.draft.url }),
      makeElement(
        'p',
        { className: 'label' },
        makeElement('span', { id: 'folder-label', textContent: text.folder }),
        this.#where,
      ),
      makeElement('div', { className: 'tree' }, this.#tree.element),
      label('tags', text.tags),
      this.#tags.element,
      this.#failure,
      makeElement('p', { className: 'actions' }, this.#save, this.#again),
    ];
  }

  async #suggestTags(): Promise<void> {
    const found = await callServer('listTags').catch(() => null);
    this.#tags.suggest(found?.docs.map(({ tag }) => tag) ?? []);
  }

  async #submit(): Promise<void> {
    this.#clearFailure();
    this.#setSaving(true);
    const { folderId, path } = this.#tree.chosen;
    const { url } = this.draft;
    const link = {
      linkname: this.#name.value,
      linkurl: url,
      linktype: kindOf(url),
      linktag: this.#tags.tags,
    };
    try {
      const body = { url: path, folderId, obj: link };
      const answer = await callServer('addElement', { body, idempotencyKey: this.#keyOf(body) });
      await lastFolder.write({ folderId, path });
      this.events.onSaved(answer);
    } catch (error) {
      this.#fail(error, false);
    } finally {
      this.#setSaving(false);
    }
  }

  #keyOf(body: object): string {
    const of = JSON.stringify(body);
    if (this.#key.of !== of) this.#key = { of, key: newKey() };
    return this.#key.key;
  }

  #setSaving(saving: boolean): void {
    this.#save.disabled = saving;
    this.#save.textContent = saving ? text.saving : text.action;
  }

  #clearFailure(): void {
    this.#failure.hidden = this.#again.hidden = true;
    this.#name.removeAttribute('aria-invalid');
  }

  #fail(error: unknown, ofFolders: boolean): void {
    if (!(error instanceof CallFailure)) throw error;
    if (error.reason === 'not connected') return this.events.onNotConnected(error.message);
    this.#failure.textContent = error.message;
    this.#failure.hidden = false;
    this.#again.hidden = !ofFolders;
    if (!error.error?.code.startsWith('name.')) return;
    this.#name.setAttribute('aria-invalid', 'true');
    this.#name.focus();
  }
}
