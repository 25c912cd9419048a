import { test } from 'vitest'
import { runCrashes } from './run-crashes.ts'

/** `pnpm bench payments` does the same with 1,000 payments and 30 kills. It has servers of its own: all of them are killed. */
test(
  'each payment is credited once and invoices add up to what was taken, whatever is killed or lost',
  { timeout: 300_000 },
  () => runCrashes('payments'),
)
