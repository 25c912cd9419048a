import { test } from 'vitest'
import { runCrashes } from './run-crashes.ts'

/** `pnpm bench intake` does the same with 1,000 responses and kills every server. Its S3 server is its own. */
test('each response is stored once and starts its workflows once, whatever is killed', { timeout: 600_000 }, () =>
  runCrashes('intake'),
)
