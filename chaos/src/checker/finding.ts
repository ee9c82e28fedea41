/** Something that must not be. */
export interface Finding {
  /** Which promise is broken: `exactly-once`, `order` … */
  rule: string;
  /** Whose. */
  user?: string;
  text: string;
}

/** Collects findings of one rule; past some only counts. */
export interface Findings {
  add(text: string, user?: string): void;
  /** Fails unless `condition`. */
  expect(condition: boolean, text: () => string, user?: string): void;
}

const SHOWN = 20;

/** Ends the checks, when the first finding is enough. */
export class FoundSomething extends Error {}

/** What came of the checks: rules looked at, how much each saw, what it found. */
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
      expect: (condition, text, user) => {
        count.checked += 1;
        if (!condition) add(text(), user);
      },
    };
  }

  get failed(): number {
    return [...this.rules.values()].filter(({ failed }) => failed > 0).length;
  }

  get passed(): number {
    return this.rules.size - this.failed;
  }
}
