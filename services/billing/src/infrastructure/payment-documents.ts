import { Prop, Schema, SchemaFactory, InjectModel } from '@nestjs/mongoose';
import {
  paymentKinds,
  paymentOutcomes,
  type PaymentKind,
  type PaymentOutcome,
  driveId,
  type DriveId,
  type PaymentMessage,
  type PaymentRecord,
} from '@skyshelf/contracts';
import { documentOptions } from '@skyshelf/documents/options';
import type { DocumentModule } from '@skyshelf/documents';
import type { Recorder } from '@skyshelf/event-store';
import type { ClientSession, Model } from 'mongoose';
import type { PaymentBook, PaymentSearch } from '../application/billing.js';

@Schema({ ...documentOptions, collection: 'payments' })
class PaymentDocument {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: String, required: true })
  drive!: string;

  @Prop({ type: String, enum: paymentKinds, required: true })
  kind!: PaymentKind;

  @Prop({ type: String, default: null })
  subscription!: string | null;

  @Prop({ type: String, default: null })
  transaction!: string | null;

  @Prop({ type: String, default: null })
  parent!: string | null;

  @Prop({ type: String, default: null })
  plan!: string | null;

  @Prop({ type: String, default: null })
  itemNumber!: string | null;

  @Prop({ type: Number, default: null })
  amount!: number | null;

  @Prop({ type: String, default: null })
  currency!: string | null;

  @Prop({ type: Date, required: true })
  date!: Date;

  @Prop({ type: String, enum: paymentOutcomes, required: true })
  outcome!: PaymentOutcome;

  @Prop({ type: Date, required: true })
  received!: Date;
}

const paymentSchema = SchemaFactory.createForClass(PaymentDocument);

const toDocument = ({ key, date, received, ...record }: PaymentRecord): PaymentDocument => ({
  _id: key,
  ...record,
  date: new Date(date),
  received: new Date(received),
});

const toRecord = ({ _id, drive, date, received, ...document }: PaymentDocument): PaymentRecord => ({
  key: _id,
  ...document,
  drive: driveId.parse(drive),
  date: date.toISOString(),
  received: received.toISOString(),
});

export class PaymentDocuments implements PaymentBook, Recorder {
  constructor(@InjectModel(PaymentDocument.name) private readonly payments: Model<PaymentDocument>) {}

  async add(session: ClientSession, records: readonly object[]): Promise<void> {
    await this.payments.insertMany((records as PaymentRecord[]).map(toDocument), { session });
  }

  async accountOf({
    subscription,
    parent,
  }: Pick<PaymentMessage, 'subscription' | 'parent'>): Promise<DriveId | null> {
    const about = [
      ...(subscription === null ? [] : [{ subscription }]),
      ...(parent === null ? [] : [{ transaction: parent }]),
    ];
    if (about.length === 0) return null;
    const found = await this.payments.findOne({ $or: about }).sort({ received: 1 }).lean().exec();
    return found && driveId.parse(found.drive);
  }

  async keep(record: PaymentRecord): Promise<void> {
    const { _id, ...fields } = toDocument(record);
    await this.payments.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true }).exec();
  }

  async cancelledDrives(after: DriveId | null, limit: number): Promise<DriveId[]> {
    const found = await this.payments
      .aggregate<{ _id: string }>([
        {
          $match: { kind: { $in: ['cancelled', 'ended'] }, ...(after !== null && { drive: { $gt: after } }) },
        },
        { $group: { _id: '$drive' } },
        { $lookup: { from: 'closed', localField: '_id', foreignField: '_id', as: 'closed' } },
        { $match: { closed: [] } },
        { $sort: { _id: 1 } },
        { $limit: limit },
      ])
      .exec();
    return found.map(({ _id }) => driveId.parse(_id));
  }

  async find({ limit, drive, outcome }: PaymentSearch): Promise<PaymentRecord[]> {
    const filter = { ...(drive !== undefined && { drive }), ...(outcome !== undefined && { outcome }) };
    const found = await this.payments.find(filter).sort({ received: -1, _id: 1 }).limit(limit).lean().exec();
    return found.map(toRecord);
  }
}

export const paymentModule: DocumentModule<PaymentDocuments> = {
  models: [{ name: PaymentDocument.name, schema: paymentSchema }],
  provider: PaymentDocuments,
};
