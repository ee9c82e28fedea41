import { Prop, Schema, SchemaFactory, InjectModel } from '@nestjs/mongoose';
import {
  mailStates,
  type MailKind,
  type MailState,
  driveId,
  type DriveId,
  type MailRecord,
} from '@skyshelf/contracts';
import { documentOptions } from '@skyshelf/documents/options';
import type { DocumentModule } from '@skyshelf/documents';
import type { ClientSession, Model } from 'mongoose';
import type { MailEnd, Mails } from '../../application/notify.js';
import { MAIL_KEPT_MS, type Mail } from '../../domain/mail.js';

@Schema({ ...documentOptions, collection: 'mails' })
class MailDocument {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: String, required: true })
  kind!: MailKind;

  @Prop({ type: String, default: null })
  drive!: string | null;

  @Prop({ type: String, default: null })
  confirmation!: string | null;

  @Prop({ type: String, default: null })
  replyTo!: string | null;

  @Prop({ type: String, required: true })
  subject!: string;

  @Prop({ type: String, required: true })
  text!: string;

  @Prop({ type: String, enum: mailStates, required: true })
  state!: MailState;

  @Prop({ type: String, default: null })
  reason!: string | null;

  @Prop({ type: Date, required: true })
  created!: Date;

  @Prop({ type: Date, default: null })
  ended!: Date | null;

  @Prop({ type: Date, required: true })
  expires!: Date;
}

const mailSchema = SchemaFactory.createForClass(MailDocument);

export class MailDocuments implements Mails {
  constructor(@InjectModel(MailDocument.name) private readonly mails: Model<MailDocument>) {}

  async add(session: ClientSession, { id: _id, ...mail }: Mail): Promise<boolean> {
    const expires = new Date(mail.created.getTime() + MAIL_KEPT_MS);
    const $setOnInsert = { ...mail, state: 'waiting' as const, reason: null, ended: null, expires };
    const { upsertedCount } = await this.mails
      .updateOne({ _id }, { $setOnInsert }, { session, upsert: true })
      .exec();
    return upsertedCount === 1;
  }

  async drop(session: ClientSession, id: string): Promise<void> {
    await this.mails.deleteOne({ _id: id }, { session }).exec();
  }

  async findWaiting(id: string): Promise<Mail | null> {
    const found = await this.mails.findOne({ _id: id, state: 'waiting' }).lean().exec();
    if (!found) return null;
    const { kind, confirmation, replyTo, subject, text, created } = found;
    return { id, kind, drive: driveOf(found), confirmation, replyTo, subject, text, created };
  }

  async end(session: ClientSession, id: string, { state, reason, at: ended }: MailEnd): Promise<void> {
    await this.mails.updateOne({ _id: id }, { $set: { state, reason, ended } }, { session }).exec();
  }

  async note(id: string, reason: string): Promise<void> {
    await this.mails.updateOne({ _id: id, state: 'waiting' }, { $set: { reason } }).exec();
  }

  async latest({ limit, state }: { limit: number; state?: MailState }): Promise<MailRecord[]> {
    const filter = state === undefined ? {} : { state };
    const found = await this.mails.find(filter).sort({ created: -1, _id: 1 }).limit(limit).lean().exec();
    return found.map((mail) => ({
      id: mail._id,
      kind: mail.kind,
      state: mail.state,
      drive: driveOf(mail),
      reason: mail.reason,
      created: mail.created.toISOString(),
      sent: mail.state === 'sent' ? (mail.ended?.toISOString() ?? null) : null,
    }));
  }

  async has(id: string): Promise<boolean> {
    return (await this.mails.exists({ _id: id }).exec()) !== null;
  }

  async of(drive: DriveId): Promise<string[]> {
    return (await this.mails.find({ drive }, { _id: 1 }).lean().exec()).map(({ _id }) => _id);
  }

  async forget(drive: DriveId): Promise<void> {
    await this.mails.deleteMany({ drive }).exec();
  }
}

const driveOf = ({ drive }: Pick<MailDocument, 'drive'>): DriveId | null =>
  drive === null ? null : driveId.parse(drive);

export const mailModule: DocumentModule<MailDocuments> = {
  models: [{ name: MailDocument.name, schema: mailSchema }],
  provider: MailDocuments,
};
