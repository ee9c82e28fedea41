import { startBilling } from './start.js';

await startBilling();
