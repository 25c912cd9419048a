import type { FormElement } from '@throughline/contracts/form-content'
import { fieldOf } from '@throughline/flow/form'

/** A page as it is edited: `mark` is the element that begins it, which the first page need not have. */
export type PageBlock = { mark: FormElement | undefined; elements: readonly FormElement[]; start: number }

export function blocksOf(elements: readonly FormElement[]): PageBlock[] {
  const blocks: { mark: FormElement | undefined; elements: FormElement[]; start: number }[] = []
  for (const [at, element] of elements.entries()) {
    const last = blocks.at(-1)
    if (element.type === 'page') blocks.push({ mark: element, elements: [], start: at + 1 })
    else if (last) last.elements.push(element)
    else blocks.push({ mark: undefined, elements: [element], start: 0 })
  }
  return blocks.length > 0 ? blocks : [{ mark: undefined, elements: [], start: 0 }]
}

export const fieldCount = (elements: readonly FormElement[]): number => elements.filter((one) => fieldOf(one)).length

/** The number of the page that an element stands on, from 0; a mark stands on the page it begins. */
export function pageOf(elements: readonly FormElement[], id: string): number {
  const blocks = blocksOf(elements)
  return Math.max(
    0,
    blocks.findIndex(({ mark, elements: own }) => mark?.id === id || own.some((one) => one.id === id)),
  )
}
