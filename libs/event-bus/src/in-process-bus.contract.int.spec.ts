import { eventBusContract } from '../testing/event-bus.contract.js';
import { createInProcessBus } from './in-process-bus.js';

eventBusContract('The bus in process', async () => ({
  open: async (options) => createInProcessBus(options),
  dispose: async () => undefined,
}));
