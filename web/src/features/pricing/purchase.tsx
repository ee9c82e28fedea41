import { pricingTexts as text } from '../../shared/messages/pricing-texts.js';
import { Notice } from '../../shared/pages/notice.js';

const Purchase = ({ completed }: { completed: boolean }) => (
  <Notice
    title={completed ? text.payed : text.cancelled}
    text={completed ? text.payedText : text.cancelledText}
    action={text.goHome}
    href="/"
  />
);

export default Purchase;
