import { createHash, randomBytes } from 'node:crypto';
import type { DriveId } from '@skyshelf/contracts';
import type { Collection, Db } from 'mongodb';
import type { ConnectionOffers } from '../application/connect-extension.js';
import type { ConnectionOffer } from '../domain/extension/connection-offer.js';

/** Under its code's hash: the code is only in its user's browser. */
type OfferDocument = ConnectionOffer & { _id: string };

const durable = { writeConcern: { w: 'majority', j: true } } as const;
const hash = (code: string): string => createHash('sha256').update(code).digest('base64url');

/** For whichever replica the extension comes to. */
export class StoredConnectionOffers implements ConnectionOffers {
  readonly #offers: Collection<OfferDocument>;

  constructor(db: Db) {
    this.#offers = db.collection('connectionOffers');
  }

  async add(offer: ConnectionOffer): Promise<string> {
    const code = randomBytes(32).toString('base64url');
    await this.#offers.insertOne({ _id: hash(code), ...offer }, durable);
    return code;
  }

  async take(code: string, now: Date): Promise<ConnectionOffer | null> {
    const good = { _id: hash(code), expires: { $gt: now } };
    return this.#offers.findOneAndDelete(good, { ...durable, projection: { _id: 0 } });
  }

  async forget(drive: DriveId): Promise<void> {
    await this.#offers.deleteMany({ drive });
  }
}
