import { afterEach, beforeEach, vi } from 'vitest'

/** jsdom lays nothing out: everything has this much room. */
const ROOM = { clientWidth: 900, clientHeight: 600, scrollHeight: 1_000_000 }

/** What jsdom lacks of a browser that shows files; tells which object addresses are held. */
export function browserParts() {
  const held = new Set<string>()
  beforeEach(() => {
    held.clear()
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly #look: () => void
        constructor(look: () => void) {
          this.#look = look
        }
        observe() {
          queueMicrotask(this.#look)
        }
        disconnect() {}
      },
    )
    Element.prototype.scrollIntoView = () => undefined
    Element.prototype.scrollTo = function scrollTo(to?: unknown) {
      if (typeof to === 'object' && to !== null && 'top' in to) this.scrollTop = Number(to.top)
      this.dispatchEvent(new Event('scroll'))
    }
    Element.prototype.scrollBy = function scrollBy(by?: unknown) {
      if (typeof by === 'object' && by !== null && 'top' in by) this.scrollTop += Number(by.top)
    }
    for (const [name, value] of Object.entries(ROOM))
      Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
    let made = 0
    URL.createObjectURL = () => {
      const address = `blob:${++made}`
      held.add(address)
      return address
    }
    URL.revokeObjectURL = (address) => void held.delete(address)
  })
  afterEach(() => vi.unstubAllGlobals())
  return { held }
}
