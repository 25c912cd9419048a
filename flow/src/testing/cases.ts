declare const process: { env: Record<string, string | undefined> }

/** How many random cases to try, as a share of those asked for by FLOW_CASES. */
export function casesOf(share: number): number {
  return Math.max(1, Math.round(Number(process.env.FLOW_CASES ?? 4_000) * share))
}
