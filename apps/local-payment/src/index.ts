export { openLocalPayment, type LocalPayment, type LocalPaymentOptions } from './open-local-payment.js';
