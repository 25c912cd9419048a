import { test } from 'vitest'
import { runCrashes } from './run-crashes.ts'

/** `pnpm bench starts crashes` does the same with 3,500 starts and 24 kills, the servers' among them. */
test(
  'each webhook, mail, API call and firing starts one instance, however often it is sent and whatever is killed',
  { timeout: 300_000 },
  () => runCrashes('starts', 'crashes'),
)
