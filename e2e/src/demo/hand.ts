import type { Locator, Page } from 'playwright';

/**
 * Runs in the page: a pointer, what it carries, and a line of words below. All of it is drawn above the page
 * and takes no clicks.
 */
function drawHand(): void {
  const layer = document.createElement('div');
  layer.popover = 'manual';
  layer.style.cssText =
    'position:fixed;inset:0;width:auto;height:auto;margin:0;padding:0;border:0;background:none;overflow:visible;pointer-events:none';
  layer.innerHTML = `
    <div id="demo-words" style="position:absolute;left:50%;bottom:88px;transform:translateX(-50%);padding:11px 22px;border-radius:999px;background:rgba(10,30,44,.86);color:#fff;font:600 19px/1.25 var(--font);letter-spacing:-.01em;opacity:0;transition:opacity 250ms;white-space:nowrap;box-shadow:0 8px 30px rgba(0,20,40,.3)"></div>
    <div id="demo-hand" style="position:absolute;left:0;top:0;will-change:transform">
      <div id="demo-load" style="position:absolute;left:14px;top:18px;display:none;gap:6px;padding:8px 12px;border-radius:12px;background:var(--surface);color:var(--ink);box-shadow:var(--shadow-high);font:600 14px/1.2 var(--font);white-space:nowrap"></div>
      <svg width="26" height="26" viewBox="0 0 26 26" style="display:block;filter:drop-shadow(0 2px 3px rgba(0,0,0,.35))"><path d="M4 2l16.500 12.500-7.600 1 4.300 7.700-3.300 1.800-4.200-7.800L4 22.500z" fill="#fff" stroke="#14222e" stroke-width="1.600" stroke-linejoin="round"/></svg>
    </div>`;
  document.body.append(layer);
  layer.showPopover();
}

/** How a hand moves: slow, quick, slow. */
const eased = (part: number): number => (part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2);
const STEP_MS = 16;

/** A user in front of a recorded page: moves as people do, and says what happens. */
export class Hand {
  #x = 980;
  #y = 560;
  constructor(private readonly page: Page) {}

  async appear(): Promise<void> {
    await this.page.evaluate(drawHand);
    await this.#draw();
  }

  rest = (ms: number): Promise<void> => this.page.waitForTimeout(ms);

  /** A dialog or a menu that opens later lies above: the pointer comes to the top again. */
  async say(words: string): Promise<void> {
    await this.page.evaluate((text) => {
      const line = document.querySelector<HTMLElement>('#demo-words');
      const layer = line?.parentElement;
      layer?.hidePopover();
      layer?.showPopover();
      if (!line) return;
      if (text) line.textContent = text;
      line.style.opacity = text ? '1' : '0';
    }, words);
  }

  async carry(words: string | null): Promise<void> {
    await this.page.evaluate((text) => {
      const load = document.querySelector<HTMLElement>('#demo-load');
      if (load) Object.assign(load.style, { display: text === null ? 'none' : 'flex' });
      if (load && text !== null) load.textContent = text;
    }, words);
  }

  /** @param isReal whether the mouse of the page moves along */
  async moveTo(x: number, y: number, ms = 650, isReal = true): Promise<void> {
    const fromX = this.#x;
    const fromY = this.#y;
    const begun = Date.now();
    for (let part = 0; part < 1;) {
      part = Math.min(1, (Date.now() - begun) / ms);
      this.#x = fromX + (x - fromX) * eased(part);
      this.#y = fromY + (y - fromY) * eased(part);
      await Promise.all([this.#draw(), isReal ? this.page.mouse.move(this.#x, this.#y) : undefined]);
      await this.rest(STEP_MS);
    }
  }

  async over(place: Locator, ms?: number): Promise<void> {
    const box = await place.boundingBox();
    if (!box) throw new Error(`${String(place)} is not drawn`);
    await this.moveTo(box.x + box.width / 2, box.y + Math.min(box.height / 2, 60), ms);
  }

  async click(place: Locator, ms?: number): Promise<void> {
    await this.over(place, ms);
    await this.rest(120);
    await this.page.mouse.down();
    await this.page.mouse.up();
  }

  async doubleClick(place: Locator): Promise<void> {
    await this.over(place);
    await this.rest(120);
    await this.page.mouse.dblclick(this.#x, this.#y);
  }

  async drag(toX: number, toY: number, ms = 900): Promise<void> {
    await this.page.mouse.down();
    await this.moveTo(toX, toY, ms);
    await this.rest(150);
    await this.page.mouse.up();
  }

  #draw = (): Promise<void> =>
    this.page.evaluate(
      ([x, y]) => {
        const hand = document.querySelector<HTMLElement>('#demo-hand');
        if (hand) hand.style.transform = `translate(${x}px, ${y}px)`;
      },
      [this.#x, this.#y],
    );
}
