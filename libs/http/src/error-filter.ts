import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerError } from './error-answer.js';
import { toDomainError } from './error-translation.js';
import type { UnknownAddress } from './unknown-address.js';

/** The one place where anything thrown becomes an answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly unknownAddress: UnknownAddress) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const refusal = toDomainError(error);
    if (!request.is404 || refusal.code !== 'route.not-found') return answerError(request, reply, refusal);
    const { error: found, allow } = this.unknownAddress(request);
    if (allow) reply.header('allow', allow);
    answerError(request, reply, found);
  }
}
