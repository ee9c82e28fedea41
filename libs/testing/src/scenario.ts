import assert from 'node:assert/strict';

/** The interface through which a scenario uses the domain. */
export interface ScenarioSubject<Event, Command> {
  /** Makes these events the past. */
  seed(events: readonly Event[]): void | Promise<void>;
  /**
   * Runs a command: answers the event or events it caused, nothing for a no-op, or a refusal (an object with a `code`
   * and no `type`); a refusal may also be thrown.
   */
  run(command: Command): unknown;
}

/** The end of a scenario: what must have come out. */
export interface ScenarioOutcome<Event> {
  /** Exactly so many events in this order; of each, the fields that are named here. */
  then(...expected: readonly Partial<Event>[]): Promise<void>;
  /** Expects no event. */
  thenNothing(): Promise<void>;
  /** The refusal with this code and, of its details, those named here. */
  thenRefused(code: string, details?: Record<string, unknown>): Promise<void>;
}

export interface Scenario<Event, Command> {
  given(...events: readonly Event[]): { when(command: Command): ScenarioOutcome<Event> };
}

/**
 * Tests of a domain in the form given (past events), when (a command), then (events or a refusal):
 * `await scenario(() => new Drive()).given(folderCreated).when(renameFolder).then(folderRenamed)`.
 * @param newSubject makes the object under test afresh for each scenario
 */
export function scenario<Event, Command>(
  newSubject: () => ScenarioSubject<Event, Command>,
): Scenario<Event, Command> {
  return {
    given: (...events) => ({
      when: (command) => outcomeOf(() => runOnce(newSubject(), events, command)),
    }),
  };
}

interface Refusal {
  code: string;
  details?: Record<string, unknown>;
}

async function runOnce<Event, Command>(
  subject: ScenarioSubject<Event, Command>,
  past: readonly Event[],
  command: Command,
) {
  await subject.seed(past);
  try {
    return await subject.run(command);
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}

function outcomeOf<Event>(run: () => Promise<unknown>): ScenarioOutcome<Event> {
  const expectEvents = async (expected: readonly Partial<Event>[]) => {
    const actual = asEvents(await run());
    assert.equal(
      actual.length,
      expected.length,
      `${expected.length} events were expected, came: ${print(actual)}`,
    );
    for (const [index, event] of expected.entries()) assert.partialDeepStrictEqual(actual[index], event);
  };
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- given, when, then is the word of the trade
    then: (...expected) => {
      // `await scenario.given().when()` would call this with a promise's two functions and pass in silence.
      if (expected.some((each) => typeof each === 'function')) {
        throw new Error(
          'A scenario ends with then(…), thenNothing() or thenRefused(…): say what is expected',
        );
      }
      return expectEvents(expected);
    },
    thenNothing: () => expectEvents([]),
    thenRefused: async (code, details = {}) => {
      const actual = await run();
      assert.ok(isRefusal(actual), `a refusal was expected, came: ${print(actual)}`);
      assert.equal(actual.code, code);
      assert.partialDeepStrictEqual(actual.details ?? {}, details);
    },
  };
}

function asEvents(outcome: unknown): unknown[] {
  assert.ok(!isRefusal(outcome), `events were expected, it was refused: ${print(outcome)}`);
  if (outcome === undefined || outcome === null) return [];
  return Array.isArray(outcome) ? outcome : [outcome];
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'code' in value && !('type' in value);
}

function print(value: unknown): string {
  return value instanceof Error ? `${value.name}: ${value.message}` : JSON.stringify(value);
}
