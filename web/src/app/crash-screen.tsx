import { Component, type ReactNode } from 'react';
import { text } from '../shared/messages/en.js';
import { Notice } from '../shared/pages/notice.js';
import { report } from '../shared/report.js';

export class CrashScreen extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown): void {
    report('The page could not be drawn', error);
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    const { title, text: words, reload } = text.crash;
    return <Notice title={title} text={words} action={reload} onAction={() => location.reload()} />;
  }
}
