import { afterEach, beforeEach, describe, it } from 'vitest';
import type { OpenQueue, QueueSubject } from './queue-subject.js';
import { askerCases, leaseCases, turnCases } from './queue.cases.js';
import { runnerCases } from './runner.cases.js';

export const queueCases = { ...turnCases, ...leaseCases, ...askerCases, ...runnerCases };

export function jobQueueContract(adapter: string, open: OpenQueue): void {
  describe(`a queue of jobs (${adapter})`, () => {
    let subject: QueueSubject;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(() => subject.close());
    it.each(Object.entries(queueCases))('%s', (_, show) => show(subject));
  });
}
