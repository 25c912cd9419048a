import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// jsdom has no media queries; a test that needs one to match replaces this.
vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { media: query, matches: false }))

afterEach(() => {
  cleanup()
  localStorage.clear()
})
