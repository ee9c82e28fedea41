import { limits } from '@skyshelf/contracts/browser';
import { makeElement } from './make-element.js';
import { texts } from './texts.js';

export class TagField {
  readonly element: HTMLDivElement = makeElement('div', { className: 'tags' });
  readonly #known = makeElement('datalist', { id: 'known-tags' });
  readonly #input = makeElement('input', {
    id: 'tags',
    autocomplete: 'off',
    maxLength: limits.maxTagCharacters,
    placeholder: texts.save.tagsHint,
  });
  readonly #tags: string[] = [];

  constructor() {
    this.#input.setAttribute('list', this.#known.id);
    this.#input.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.append(this.#input, this.#known);
  }

  get tags(): string[] {
    this.#take();
    return [...this.#tags];
  }

  suggest(tags: readonly string[]): void {
    this.#known.replaceChildren(...tags.map((value) => makeElement('option', { value })));
  }

  #onKey(event: KeyboardEvent): void {
    const adds = event.key === ',' || (event.key === 'Enter' && this.#input.value.trim() !== '');
    if (adds) event.preventDefault();
    if (adds) this.#take();
    if (event.key === 'Backspace' && this.#input.value === '') this.#remove(this.#tags.at(-1));
  }

  #take(): void {
    const tag = this.#input.value.trim();
    this.#input.value = '';
    const isNew = !this.#tags.some((each) => each.toLowerCase() === tag.toLowerCase());
    if (tag === '' || !isNew || this.#tags.length >= limits.maxTags) return;
    this.#tags.push(tag);
    this.#input.before(this.#chip(tag));
  }

  #chip(tag: string): HTMLElement {
    const remove = makeElement('button', {
      type: 'button',
      textContent: '×',
      ariaLabel: texts.save.removeTag(tag),
    });
    const chip = makeElement('span', { className: 'tag', title: tag }, makeElement('span', {}, tag), remove);
    chip.dataset.tag = tag;
    remove.addEventListener('click', () => {
      this.#remove(tag);
      this.#input.focus();
    });
    return chip;
  }

  #remove(tag: string | undefined): void {
    if (tag === undefined) return;
    this.#tags.splice(this.#tags.indexOf(tag), 1);
    for (const chip of this.element.querySelectorAll<HTMLElement>('.tag'))
      if (chip.dataset.tag === tag) chip.remove();
  }
}
