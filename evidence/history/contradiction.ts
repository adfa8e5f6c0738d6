/** What a history must not hold, as docs/evidence.md has it. */
export const RULES = [
  'numbers',
  'token',
  'free host',
  'own lease',
  'acknowledged',
  'refused',
  'at most once',
  'nobody',
  'real time',
  'unchanged',
  'look',
  'order',
  'told',
  'expiry',
  'heartbeat',
] as const;

export type Rule = (typeof RULES)[number];

export interface Contradiction {
  readonly rule: Rule;
  readonly what: string;
}

export function contradiction(rule: Rule, what: string): Contradiction {
  return { rule, what };
}
