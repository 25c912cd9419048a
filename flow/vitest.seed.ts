import { seedOfThisRun, seedText } from './src/testing/seed.ts'

/** Runs once before the workers start: they take the seed from the environment, so all of them have the same. */
export default function setup() {
  // oxlint-disable-next-line no-console -- whoever reads of a failure must be able to play the run again
  console.info(seedText(seedOfThisRun()))
}
