import { describe, expect, it } from 'vitest';
import { FoundSomething, Report } from './finding.js';

describe('the report of the checker', () => {
  it('counts what each rule looked at and what it found', () => {
    const report = new Report();
    const rule = report.rule('order');
    rule.expect(true, () => 'all is well');
    rule.expect(false, () => 'two before one', 'u1');
    report.rule('bytes').expect(true, () => 'all is well');
    expect(report.findings).toEqual([{ rule: 'order', user: 'u1', text: 'two before one' }]);
    expect(report.rules.get('order')).toEqual({ checked: 2, failed: 1 });
    expect([report.passed, report.failed]).toEqual([1, 1]);
  });

  it('does not take a rule that looked at nothing for green', () => {
    const report = new Report();
    report.rule('order');
    report.rule('cursors').looked(3);
    expect(report.blind).toEqual(['order']);
    expect([report.passed, report.failed]).toEqual([1, 1]);
  });

  it('ends with the first finding when that is enough', () => {
    const report = new Report(true);
    const rule = report.rule('order');
    rule.expect(true, () => 'all is well');
    expect(() => rule.expect(false, () => 'two before one')).toThrow(FoundSomething);
    expect(report.failed).toBe(1);
  });
});
