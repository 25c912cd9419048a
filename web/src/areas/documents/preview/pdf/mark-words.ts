import { clipped, type Mark } from '../find/hits.ts'
import type { PageWords } from './draw-page.ts'

/** Puts the marks into the words of a page; without any they are plain again. */
export function markWords(
  laid: readonly HTMLElement[],
  { text, begins }: PageWords,
  marks: readonly Mark[] | undefined,
  at: number,
) {
  for (const [index, element] of laid.entries()) {
    const own = element.textContent ?? ''
    const from = begins[index] ?? text.length
    const within = clipped(marks, from, from + own.length)
    if (within.length > 0) element.replaceChildren(...partsOf(own, within, at))
    else if (element.childElementCount > 0) element.textContent = own
  }
}

function* partsOf(text: string, marks: readonly Mark[], at: number): Generator<string | HTMLElement> {
  let done = 0
  for (const { start, end, n } of marks) {
    yield text.slice(done, start)
    const mark = document.createElement('mark')
    mark.textContent = text.slice(start, end)
    if (n === at) mark.setAttribute('aria-current', 'true')
    yield mark
    done = end
  }
  yield text.slice(done)
}
