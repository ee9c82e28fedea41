import { Prop, Schema, SchemaFactory, InjectModel } from '@nestjs/mongoose';
import { documentOptions } from '@skyshelf/documents/options';
import { COUNTED_MS, countSending } from '@skyshelf/contracts/rules';
import type { DocumentModule } from '@skyshelf/documents';
import { MongoServerError } from 'mongodb';
import type { ClientSession, Model } from 'mongoose';
import type { SenderLimits } from '../../application/notify.js';

@Schema({ ...documentOptions, collection: 'captcha-spends' })
class SpendDocument {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: Date, required: true })
  expires!: Date;
}

@Schema({ ...documentOptions, collection: 'senders' })
class SenderDocument {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: [Date], required: true })
  sent!: Date[];

  @Prop({ type: Date, required: true })
  expires!: Date;
}

const spendSchema = SchemaFactory.createForClass(SpendDocument);
const senderSchema = SchemaFactory.createForClass(SenderDocument);

const DUPLICATE_KEY = 11_000;
/** Outlasts its solution: clocks differ. */
const LONGER_MS = 600_000;

export class SenderLimitDocuments implements SenderLimits {
  constructor(
    @InjectModel(SpendDocument.name) private readonly spends: Model<SpendDocument>,
    @InjectModel(SenderDocument.name) private readonly senders: Model<SenderDocument>,
  ) {}

  async spend(session: ClientSession, solution: string, until: Date): Promise<boolean> {
    const expires = new Date(until.getTime() + LONGER_MS);
    try {
      await this.spends.insertMany([{ _id: solution, expires }], { session });
      return true;
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false;
      throw error;
    }
  }

  async count(session: ClientSession, senders: readonly string[], now: Date): Promise<boolean> {
    const expires = new Date(now.getTime() + COUNTED_MS);
    for (const sender of senders) {
      const known = await this.senders.findById(sender).session(session).lean().exec();
      const sent = countSending(known?.sent ?? [], now);
      if (!sent) return false;
      const fields = { $set: { sent, expires } };
      await this.senders.updateOne({ _id: sender }, fields, { session, upsert: true }).exec();
    }
    return true;
  }

  async forget(sender: string): Promise<void> {
    await this.senders.deleteOne({ _id: sender }).exec();
  }
}

export const senderModule: DocumentModule<SenderLimitDocuments> = {
  models: [
    { name: SpendDocument.name, schema: spendSchema },
    { name: SenderDocument.name, schema: senderSchema },
  ],
  provider: SenderLimitDocuments,
};
