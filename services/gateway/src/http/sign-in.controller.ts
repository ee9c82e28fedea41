import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { DomainError, type RouteContract } from '@skyshelf/contracts';
import { traceparentOf } from '@skyshelf/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignIn } from '../application/sign-in.js';
import { failedAddress, signedInAddress } from '../domain/return-target.js';
import { SignInError } from '../domain/sign-in-error.js';
import { SignInGuard } from './sign-in.guard.js';

/** Not a call of the API but a walk of the browser: checked like one, described nowhere. */
const entry = (path: string): RouteContract => ({
  name: 'signIn',
  method: 'GET',
  path,
  service: 'gateway',
  access: 'public',
  rate: 'sign-in',
  summary: 'Signs in at an identity provider.',
});

/** To an identity provider and back. It always ends at the page, with tokens or with the reason in the hash. */
@Controller('auth')
@UseGuards(SignInGuard)
export class SignInController {
  constructor(private readonly signIn: SignIn) {}

  @Get(':provider')
  @RouteConfig({ entry: entry('/auth/:provider') })
  start(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#finish(request, reply);
  }

  @Get(':provider/callback')
  @RouteConfig({ entry: entry('/auth/:provider/callback') })
  comeBack(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#finish(request, reply);
  }

  async #finish(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const outcome = request.signInOutcome;
    if (!outcome || 'answered' in outcome) return;
    const address =
      'profile' in outcome
        ? await this.#welcome(request, outcome)
        : report(request, outcome.error, outcome.path);
    reply.code(302).header('location', address).header('cache-control', 'no-store').send();
  }

  async #welcome(
    request: FastifyRequest,
    { profile, path }: { profile: Parameters<SignIn['run']>[0]; path: string },
  ): Promise<string> {
    try {
      return signedInAddress(
        path,
        await this.signIn.run(profile, request.trace && traceparentOf(request.trace)),
      );
    } catch (error) {
      if (error instanceof DomainError && error.code === 'drive.closed')
        return report(request, new SignInError('account_closing'), path);
      throw error;
    }
  }
}

function report(request: FastifyRequest, error: SignInError, path: string): string {
  request.log.info({ code: error.code, err: error.cause }, 'A sign-in did not succeed');
  return failedAddress(path, error.code);
}
