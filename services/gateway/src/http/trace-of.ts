import { traceparentOf } from '@skyshelf/telemetry';
import type { FastifyRequest } from 'fastify';

/** For resulting events. */
export const traceOf = ({ trace }: FastifyRequest): string | null => trace && (traceparentOf(trace) ?? null);
