import { beforeEach, vi } from 'vitest'
import { replaceProperty } from '../../../../shared/testing/replace-property.ts'

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
    const onElements = (name: string, value: (this: Element, to?: unknown) => void) =>
      replaceProperty(Element.prototype, name, { value })
    onElements('scrollIntoView', () => undefined)
    onElements('scrollTo', function scrollTo(to) {
      if (typeof to === 'object' && to !== null && 'top' in to) this.scrollTop = Number(to.top)
      this.dispatchEvent(new Event('scroll'))
    })
    onElements('scrollBy', function scrollBy(by) {
      if (typeof by === 'object' && by !== null && 'top' in by) this.scrollTop += Number(by.top)
    })
    for (const [name, value] of Object.entries(ROOM)) replaceProperty(HTMLElement.prototype, name, { get: () => value })
    let made = 0
    const createObjectURL = () => {
      const address = `blob:${++made}`
      held.add(address)
      return address
    }
    replaceProperty(URL, 'createObjectURL', { value: createObjectURL })
    replaceProperty(URL, 'revokeObjectURL', { value: (address: string) => void held.delete(address) })
  })
  return { held }
}
