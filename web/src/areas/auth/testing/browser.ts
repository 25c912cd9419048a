import { afterEach, beforeEach, vi } from 'vitest'

/** What jsdom lacks; whatever a test replaces is put back after it. */
export function freshBrowser() {
  beforeEach(() => {
    vi.stubGlobal('scrollTo', () => undefined)
    vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { media: query, matches: false }))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}
