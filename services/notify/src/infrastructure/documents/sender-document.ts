import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { documentOptions } from '@skyshelf/documents/options';

/** Until the solution expires. */
@Schema({ ...documentOptions, collection: 'captcha-spends' })
export class SpendDocument {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: Date, required: true })
  expires!: Date;
}

@Schema({ ...documentOptions, collection: 'senders' })
export class SenderDocument {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: [Date], required: true })
  sent!: Date[];

  @Prop({ type: Date, required: true })
  expires!: Date;
}

export const spendSchema = SchemaFactory.createForClass(SpendDocument);
export const senderSchema = SchemaFactory.createForClass(SenderDocument);
