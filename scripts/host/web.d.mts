export function runInWebHost(what: {
  readonly folder: string;
  readonly entry: string;
  readonly workspace: string;
  readonly seconds?: number;
}): Promise<{ status: number; printed: string[]; chatter: string[] }>;
