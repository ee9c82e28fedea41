import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { mailStates, type MailKind, type MailState } from '@skyshelf/contracts';
import { documentOptions } from '@skyshelf/documents/options';

@Schema({ ...documentOptions, collection: 'mails' })
export class MailDocument {
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

export const mailSchema = SchemaFactory.createForClass(MailDocument);
