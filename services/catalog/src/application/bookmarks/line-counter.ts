/** Line numbers of ascending positions in a text that comes in pieces. */
export class LineCounter {
  private line = 1;
  private text = '';
  private start = 0;

  add(text: string): void {
    this.text += text;
  }

  /** Counted from 1. */
  at(place: number): number {
    const length = Math.min(place - this.start, this.text.length);
    if (length <= 0) return this.line;
    for (let found = this.text.indexOf('\n'); found >= 0 && found < length;) {
      this.line += 1;
      found = this.text.indexOf('\n', found + 1);
    }
    this.text = this.text.slice(length);
    this.start += length;
    return this.line;
  }
}
