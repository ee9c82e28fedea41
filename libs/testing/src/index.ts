export { eventually, type EventuallyOptions } from './eventually.js';
export { fakeClock, type FakeClock } from './fake-clock.js';
export { scenario, type Scenario, type ScenarioOutcome, type ScenarioSubject } from './scenario.js';
export { sequentialIds } from './sequential-ids.js';
export { runUri, testDatabase, type TestDatabase } from './test-database.js';
