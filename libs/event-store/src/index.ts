export * from './port.js';
export * from './outbox-port.js';
