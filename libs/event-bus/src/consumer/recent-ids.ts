export class RecentIds {
  private readonly ids = new Set<string>();

  constructor(private readonly most: number) {}

  has(id: string): boolean {
    return this.ids.has(id);
  }

  add(id: string): void {
    this.ids.add(id);
    if (this.ids.size <= this.most) return;
    const [oldest] = this.ids;
    if (oldest !== undefined) this.ids.delete(oldest);
  }
}
