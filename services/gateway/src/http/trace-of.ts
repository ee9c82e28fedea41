import { traceparentOf } from '@skyshelf/telemetry';
import type { FastifyRequest } from 'fastify';

/** The trace of a request, for the events that come of it. */
export const traceOf = ({ trace }: FastifyRequest): string | null => trace && (traceparentOf(trace) ?? null);
