export { receiveSpans, type ReceivedSpan, type SpanReceiver } from './span-receiver.js';
