const BITS = 5;
const LEVELS = 5;
const MASK = 2 ** BITS - 1;

type Node = readonly unknown[];

/** Immutable, whole numbers from 0 to 2^25 - 1. A change copies five short arrays. */
export class NumberMap<Value> {
  constructor(private readonly root: Node = []) {}

  get(key: number): Value | undefined {
    let node: unknown = this.root;
    for (let level = LEVELS - 1; level >= 0 && node; level -= 1) node = (node as Node)[slotOf(key, level)];
    return node as Value | undefined;
  }

  /** @param value `undefined` removes it */
  with(key: number, value: Value | undefined): NumberMap<Value> {
    return new NumberMap(put(this.root, LEVELS - 1, key, value));
  }
}

const slotOf = (key: number, level: number): number => (key >> (level * BITS)) & MASK;

function put(node: Node, level: number, key: number, value: unknown): Node {
  const copy = [...node];
  const slot = slotOf(key, level);
  copy[slot] = level === 0 ? value : put((copy[slot] as Node | undefined) ?? [], level - 1, key, value);
  return copy;
}

/** Immutable: taking and adding cost the same at any length. */
export class Queue<Value> {
  constructor(
    private readonly values = new NumberMap<Value>(),
    private readonly from = 0,
    private readonly to = 0,
  ) {}

  get size(): number {
    return this.to - this.from;
  }
  get first(): Value | undefined {
    return this.values.get(this.from);
  }

  push(...values: readonly Value[]): Queue<Value> {
    let all = this.values;
    values.forEach((value, index) => (all = all.with(this.to + index, value)));
    return new Queue(all, this.from, this.to + values.length);
  }

  upTo(count: number): Value[] {
    const size = Math.min(count, this.size);
    return Array.from({ length: size }, (_, index) => this.values.get(this.from + index) as Value);
  }

  rest(): Queue<Value> {
    return this.size > 1
      ? new Queue(this.values.with(this.from, undefined), this.from + 1, this.to)
      : new Queue();
  }
}
