/** Something that must not be. */
export interface Finding {
  /** The broken promise: `exactly-once`, `order` … */
  rule: string;
  /** The user's name. */
  user?: string;
  text: string;
}

/** Collects findings of one rule; past some only counts. */
export interface Findings {
  add(text: string, user?: string): void;
  /** Counts what was looked at by other means than `expect`. */
  looked(times: number): void;
  /** Fails unless `condition`. */
  expect(condition: boolean, text: () => string, user?: string): void;
}

const SHOWN = 20;

/** Ends the checks, when the first finding is enough. */
export class FoundSomething extends Error {}

/** The result of the checks: rules, the number of subjects of each, and findings. */
export class Report {
  readonly findings: Finding[] = [];
  readonly rules = new Map<string, { checked: number; failed: number }>();

  /** @param firstOnly whether the first finding ends the checks, by a FoundSomething */
  constructor(private readonly firstOnly = false) {}

  rule(rule: string): Findings {
    const count = { checked: 0, failed: 0 };
    this.rules.set(rule, count);
    const add = (text: string, user?: string) => {
      count.failed += 1;
      if (count.failed <= SHOWN) this.findings.push({ rule, text, ...(user !== undefined && { user }) });
      if (this.firstOnly) throw new FoundSomething();
    };
    return {
      add,
      looked: (times) => {
        count.checked += times;
      },
      expect: (condition, text, user) => {
        count.checked += 1;
        if (!condition) add(text(), user);
      },
    };
  }

  /** Rules that had nothing to look at: they say nothing about the product. */
  get blind(): string[] {
    return [...this.rules].filter(([, { checked, failed }]) => checked + failed === 0).map(([rule]) => rule);
  }

  /** A rule that looked at nothing is not green, unless the first finding is all that is wanted. */
  get failed(): number {
    const found = [...this.rules.values()].filter(({ failed }) => failed > 0).length;
    return this.firstOnly ? found : found + this.blind.length;
  }

  get passed(): number {
    return this.rules.size - this.failed;
  }
}
