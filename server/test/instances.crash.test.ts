import { test } from 'vitest'
import { runCrashes } from './run-crashes.ts'

/** `pnpm bench crash` does the same with ten times as many instances. It has servers of its own: they are killed too. */
test('no act is lost, no effect done twice and nothing stuck, whatever is killed', { timeout: 900_000 }, () =>
  runCrashes('crash'),
)
