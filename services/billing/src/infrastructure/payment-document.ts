import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { paymentKinds, paymentOutcomes, type PaymentKind, type PaymentOutcome } from '@skyshelf/contracts';
import { documentOptions } from '@skyshelf/documents/options';

@Schema({ ...documentOptions, collection: 'payments' })
export class PaymentDocument {
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

export const paymentSchema = SchemaFactory.createForClass(PaymentDocument);
