import { test } from 'vitest'
import { runCrashes } from './run-crashes.ts'

/** `pnpm bench websites-crash` does the same with 300 publishes and 12 kills. Store and Redis are its own: both are killed. */
test(
  'visitors read one version or the next, never parts of both, whatever is killed while websites are published',
  {
    timeout: 120_000,
  },
  () => runCrashes('websites-crash'),
)
