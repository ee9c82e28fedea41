/** Measured elsewhere. */
export interface FinishedSpan {
  /** `service.name` of the measuring program. */
  service: string;
  name: string;
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentSpanId: string | null;
  /** Milliseconds since the epoch. */
  startMs: number;
  endMs: number;
  attributes: Readonly<Record<string, string | number>>;
  failed: boolean;
}
