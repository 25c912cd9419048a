import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// The tests share the machine with the servers' own: what comes may take its time.
configure({ asyncUtilTimeout: 5_000, defaultHidden: false })

class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// What jsdom lacks: media queries, scrolling, sizes and places. A test that needs more of them replaces these.
Object.assign(globalThis, {
  IntersectionObserver: SilentObserver,
  ResizeObserver: SilentObserver,
  matchMedia: (query: string) => Object.assign(new EventTarget(), { media: query, matches: false }),
  scrollTo: () => undefined,
})
Range.prototype.getClientRects = () => Object.assign([], { item: () => null })

// The files of a worker share one page. Each loads the modules anew, so that what they remember or mock is its own.
vi.resetModules()

function withoutAttributes(element: Element) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  for (const element of [document.head, document.body]) element.replaceChildren()
  for (const element of [document.documentElement, document.body]) withoutAttributes(element)
})
