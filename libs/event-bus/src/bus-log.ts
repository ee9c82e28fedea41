/** The part of a pino logger that the bus writes to. */
export interface BusLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Time comes from outside. */
export interface BusClock {
  now(): Date;
}
