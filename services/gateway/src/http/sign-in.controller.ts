import { Controller, Get, Inject, Req, Res, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { DomainError, type RouteContract } from '@skyshelf/contracts';
import { declareCounter, traceparentOf, type Counter } from '@skyshelf/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway } from '../application/gateway.js';
import { offerCancellation } from '../application/close-account.js';
import { signIn } from '../application/start-session.js';
import type { Profile } from '../domain/account.js';
import { failedAddress, signedInAddress, SignInError } from '../domain/sign-in.js';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY, GATEWAY_CONFIG, GATEWAY_RUNTIME, type GatewayRuntime } from '../gateway.runtime.js';
import type { Tokens } from '../domain/session.js';
import { sessionOrigin } from './request-facts.js';
import { SignInGuard } from './sign-in.guard.js';

interface Params {
  Params: { provider: string };
}

/** A navigation, not a call: checked like one, undocumented. */
const entry = (path: string): RouteContract => ({
  name: 'signIn',
  method: 'GET',
  path,
  service: 'gateway',
  access: 'public',
  rate: 'sign-in',
  summary: 'Signs in at an identity provider.',
  refuses: [],
});

const serverError = (error: unknown): SignInError => new SignInError('server_error', error);

const signIns = declareCounter({
  name: 'skyshelf_sign_ins_total',
  help: 'Sign-ins by provider and by how they ended.',
  labels: {
    provider: 'key of the identity provider',
    outcome: '`signed_in`, or the code of what went wrong',
  },
});

/** Always ends at the page, with tokens or a reason in the hash. */
@Controller('auth')
@UseGuards(SignInGuard)
export class SignInController {
  readonly #proxies: number;
  readonly #ended: Counter<'provider' | 'outcome'>;

  constructor(
    @Inject(GATEWAY) private readonly gateway: Gateway,
    @Inject(GATEWAY_RUNTIME) { metrics, ownProxies = 0 }: GatewayRuntime,
    @Inject(GATEWAY_CONFIG) { trustedProxies }: GatewayConfig,
  ) {
    this.#proxies = (trustedProxies ?? 0) + ownProxies;
    this.#ended = metrics.counter(signIns);
  }

  @Get(':provider')
  @RouteConfig({ entry: entry('/auth/:provider') })
  start(@Req() request: FastifyRequest<Params>, @Res() reply: FastifyReply): Promise<void> {
    return this.#finish(request, reply);
  }

  @Get(':provider/callback')
  @RouteConfig({ entry: entry('/auth/:provider/callback') })
  comeBack(@Req() request: FastifyRequest<Params>, @Res() reply: FastifyReply): Promise<void> {
    return this.#finish(request, reply);
  }

  async #finish(request: FastifyRequest<Params>, reply: FastifyReply): Promise<void> {
    const outcome = request.signInOutcome;
    if (!outcome || 'answered' in outcome) return;
    const ended = 'profile' in outcome ? await this.#welcome(request, outcome) : { error: outcome.error };
    const address =
      'tokens' in ended
        ? signedInAddress(outcome.path, ended.tokens, ended.clientState)
        : failedAddress(outcome.path, ended.error.code, ended.error.details);
    this.#report(request, 'error' in ended ? ended.error : null);
    reply.code(302).header('location', address).header('cache-control', 'no-store').send();
  }

  async #welcome(
    request: FastifyRequest,
    { profile, clientState }: { profile: Profile; clientState: string },
  ): Promise<{ tokens: Tokens; clientState: string } | { error: SignInError }> {
    try {
      const tokens = await signIn(
        this.gateway,
        { profile, origin: sessionOrigin(request, this.#proxies) },
        request.trace && traceparentOf(request.trace),
      );
      return { tokens, clientState };
    } catch (error) {
      return { error: await this.#refusalOf(profile, error).catch(serverError) };
    }
  }

  async #refusalOf({ sub }: Profile, error: unknown): Promise<SignInError> {
    if (!(error instanceof DomainError && error.code === 'drive.closed')) return serverError(error);
    const offer = await offerCancellation(this.gateway, sub);
    if (!offer) return new SignInError('account_closing', error);
    const details = { keep: offer.code, delete_after: offer.dueAt.toISOString() };
    return new SignInError('account_closing', error, details);
  }

  #report(request: FastifyRequest<Params>, error: SignInError | null): void {
    const provider = error?.code === 'unknown_provider' ? 'unknown' : request.params.provider;
    this.#ended.add({ provider, outcome: error?.code ?? 'signed_in' });
    if (!error) return;
    const level = error.code === 'server_error' ? 'error' : 'info';
    request.log[level]({ code: error.code, provider, err: error.cause }, 'A sign-in did not succeed');
  }
}
