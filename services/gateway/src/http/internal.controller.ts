import { Body, Controller } from '@nestjs/common';
import { Internal, type InternalContract } from '@skyshelf/http';
import { z } from 'zod';
import { IssueLocalToken } from '../application/issue-local-token.js';
import { TokenSigner, type PublicKey } from '../infrastructure/token-signer.js';

const localToken = z.strictObject({ user: z.string().min(1).max(200) });

const issueToken = {
  method: 'POST',
  path: '/internal/token',
  body: localToken,
} as const satisfies InternalContract;
const keys = { method: 'GET', path: '/internal/keys' } as const satisfies InternalContract;

/** What other services and the operator ask the gateway. */
@Controller()
export class InternalController {
  constructor(
    private readonly issueLocalToken: IssueLocalToken,
    private readonly signer: TokenSigner,
  ) {}

  /** A token for scripts (`npm run token`), for whoever holds the installation's secret. */
  @Internal(issueToken)
  issue(@Body() { user }: z.infer<typeof localToken>) {
    return this.issueLocalToken.run(user, null);
  }

  /** The keys by which services check tokens (RFC 7517). */
  @Internal(keys)
  keys(): { keys: PublicKey[] } {
    return { keys: this.signer.publicKeys };
  }
}
