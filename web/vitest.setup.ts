import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// The tests share the machine with the servers' own: what comes may take its time.
configure({ asyncUtilTimeout: 5_000 })

// jsdom has no media queries; a test that needs one to match replaces this.
vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { media: query, matches: false }))

afterEach(() => {
  cleanup()
  localStorage.clear()
})
