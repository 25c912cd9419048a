import { afterAll, vi } from 'vitest'
// Tests call services without a process that would connect their areas.
import '../src/main/ports.ts'

/** The next file runs in the same process. */
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
