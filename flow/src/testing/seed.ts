declare const process: { env: Record<string, string | undefined> }

/** Where the random cases of this run begin: somewhere new each time, or where FLOW_SEED says. */
export function seedOfThisRun(): number {
  process.env.FLOW_SEED ??= String(Math.floor(Math.random() * 2 ** 31))
  return Number(process.env.FLOW_SEED)
}

export const seedText = (seed: number) => `Random cases begin at ${seed}; FLOW_SEED=${seed} plays them again.`

/** Where the model of turns begins: where the others do, or where TURNS_SEED says. */
export const turnsSeed = (): number => Number(process.env.TURNS_SEED ?? seedOfThisRun())
