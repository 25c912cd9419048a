import { test } from 'vitest'
import { runCrashes } from './run-crashes.ts'

/** `pnpm bench documents-crash` does the same with 300 files and 12 kills. Its S3 server is its own: it is killed too. */
test('every acknowledged file is whole and nothing is left behind, whatever is killed', { timeout: 600_000 }, () =>
  runCrashes('documents-crash'),
)
