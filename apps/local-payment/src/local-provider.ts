import type { StoredPlan } from '@skyshelf/contracts';
import type { Ledger, LocalSubscription } from './ledger.js';
import { deliveries, type Delivery } from './delivery.js';
import { listPage, messagePage, payPage } from './page.js';

type Message = Readonly<Record<string, string>>;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number): string => String(n).padStart(2, '0');
const HOURS_BEHIND = 8;

/** Example: `20:12:59 Jan 13, 2026 PST` */
function dateText(moment: Date): string {
  const at = new Date(moment.getTime() - HOURS_BEHIND * 3_600_000);
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${time} ${months[at.getUTCMonth()]} ${two(at.getUTCDate())}, ${at.getUTCFullYear()} PST`;
}

function messagesAbout(about: LocalSubscription, receiver: string, now: Date) {
  const { id, plan, itemNumber, price, currency, custom } = about;
  const common = {
    ...{ test_ipn: '1', charset: 'windows-1252', receiver_email: receiver, business: receiver },
    ...{ subscr_id: id, custom, item_number: itemNumber, item_name: plan, mc_currency: currency },
  };
  const date = dateText(now);
  const payment = { ...common, mc_gross: price, payment_date: date };
  return {
    signedUp: {
      ...{ ...common, txn_type: 'subscr_signup', subscr_date: date },
      ...{ mc_amount3: price, period3: '1 M', recurring: '1', reattempt: '1' },
    },
    paid: (transaction: string) => ({
      ...{ ...payment, txn_type: 'subscr_payment', txn_id: transaction, payment_status: 'Completed' },
    }),
    failed: { ...common, txn_type: 'subscr_failed', payment_date: date },
    cancelled: { ...common, txn_type: 'subscr_cancel', subscr_date: date },
    ended: { ...common, txn_type: 'subscr_eot', subscr_date: date },
    refunded: (transaction: string, parent: string) => ({
      ...{ ...payment, mc_gross: `-${price}`, payment_status: 'Refunded', reason_code: 'refund' },
      ...{ txn_id: transaction, parent_txn_id: parent },
    }),
  };
}

/** A form in windows-1252, like PayPal's. */
const formOf = (message: Message): Buffer =>
  Buffer.from(
    Object.entries(message)
      .map(([name, value]) => `${name}=${encoded(value)}`)
      .join('&'),
    'latin1',
  );

const encoded = (value: string): string =>
  [...Buffer.from(value, 'latin1')]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[\w.-]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

const PREFIX = 'cmd=_notify-validate&';

interface ProviderDeps {
  ledger: Ledger;
  receiver: string;
  publicUrl: string;
  plans(): Promise<readonly StoredPlan[]>;
  now(): Date;
  /** It is not awaited. */
  deliver(messages: readonly Buffer[], how: Delivery): void;
}

export type Answered = { status: number; text?: string; html?: string; to?: string };

export class LocalProvider {
  constructor(private readonly deps: ProviderDeps) {}

  list(): Answered {
    return { status: 200, html: listPage(this.deps.ledger.subscriptions, this.deps.publicUrl) };
  }

  async ask(form: URLSearchParams): Promise<Answered> {
    const wanted = await this.#wanted(form);
    if (!wanted || form.get('cmd') !== '_s-xclick') return unknown;
    const { plan, ...asked } = wanted;
    const back = `${this.deps.publicUrl}/cancelled`;
    return { status: 200, html: payPage(plan, { ...asked, price: priceOf(plan), back }) };
  }

  async subscribe(form: URLSearchParams): Promise<Answered> {
    const wanted = await this.#wanted(form);
    if (!wanted) return unknown;
    const { ledger, publicUrl } = this.deps;
    const { plan, custom } = wanted;
    const transaction = ledger.id('T');
    const bought: LocalSubscription = {
      id: ledger.id('I'),
      plan: plan.name,
      itemNumber: plan.itemNumber,
      price: priceOf(plan),
      currency: plan.currencyCode,
      custom,
      state: 'active',
      payments: [transaction],
    };
    const { signedUp, paid } = this.#messages(bought);
    this.#send(bought, [signedUp, paid(transaction)], form);
    return { status: 303, to: `${publicUrl}/payed` };
  }

  change(form: URLSearchParams): Answered {
    const { ledger } = this.deps;
    const found = ledger.subscriptions.find(({ id }) => id === form.get('id'));
    if (!found) return unknown;
    const processed = this.#process(found, form.get('action') ?? '');
    if (!processed)
      return { status: 409, html: messagePage('Not now', 'That cannot happen to it any more.') };
    this.#send(processed.after, [processed.message], form);
    return { status: 303, to: '/' };
  }

  /** Whether it was sent from here. */
  verify(body: Buffer): Answered {
    const isOurs =
      body.subarray(0, PREFIX.length).equals(Buffer.from(PREFIX)) &&
      this.deps.ledger.hasSent(body.subarray(PREFIX.length));
    return { status: 200, text: isOurs ? 'VERIFIED' : 'INVALID' };
  }

  #process(before: LocalSubscription, action: string): { after: LocalSubscription; message: Message } | null {
    const { ledger } = this.deps;
    const messages = this.#messages(before);
    const [last, ...others] = before.payments;
    const isOver = before.state === 'cancelled' || before.state === 'ended';
    if (action === 'refund' && last !== undefined)
      return { after: { ...before, payments: others }, message: messages.refunded(ledger.id('T'), last) };
    if (action === 'end' && before.state !== 'ended')
      return { after: { ...before, state: 'ended' }, message: messages.ended };
    if (isOver) return null;
    if (action === 'fail') return { after: { ...before, state: 'failing' }, message: messages.failed };
    if (action === 'cancel') return { after: { ...before, state: 'cancelled' }, message: messages.cancelled };
    if (action !== 'pay') return null;
    const transaction = ledger.id('T');
    const payments = [transaction, ...before.payments];
    return { after: { ...before, state: 'active', payments }, message: messages.paid(transaction) };
  }

  async #wanted(form: URLSearchParams) {
    const button = form.get('hosted_button_id') ?? '';
    const custom = form.get('custom') ?? '';
    const plans = await this.deps.plans();
    const plan = plans.find(
      ({ buttonId, itemNumber, price }) => price > 0 && (buttonId ?? `local-${itemNumber}`) === button,
    );
    return plan && custom !== '' ? { plan, button, custom } : null;
  }

  #messages(subscription: LocalSubscription) {
    return messagesAbout(subscription, this.deps.receiver, this.deps.now());
  }

  #send(after: LocalSubscription, messages: readonly Message[], form: URLSearchParams): void {
    const { ledger, deliver } = this.deps;
    const forms = messages.map(formOf);
    ledger.sends(forms);
    ledger.keep(after);
    deliver(forms, deliveries.find((each) => each === form.get('delivery')) ?? 'at once');
  }
}

const unknown: Answered = {
  status: 400,
  html: messagePage('There is no such plan', 'Go back to Skyshelf and choose a plan again.'),
};

const priceOf = ({ price, currencyCode: currency }: StoredPlan): string => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return price.toFixed(format.resolvedOptions().maximumFractionDigits ?? 2);
};
