import { afterEach, vi } from 'vitest'

// Every catalogue of texts reads in the address whether it is to mark them.
Object.assign(globalThis, { location: new URL('http://app.localhost/') })

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
