import { test } from 'vitest'
import { runCrashes } from './run-crashes.ts'

/** `pnpm bench search-crash` does the same for ten minutes with 20 kills. It has servers of its own: PostgreSQL is killed too. */
test(
  'every change is found though worker, relay and PostgreSQL are killed, and at the end index and rows agree',
  {
    timeout: 300_000,
  },
  () => runCrashes('search-crash'),
)
