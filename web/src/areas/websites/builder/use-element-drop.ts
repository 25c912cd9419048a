import type { WebsiteElement } from '@throughline/contracts/website-content'
import { type DragEvent, useState } from 'react'
import { KINDS } from './element-kinds.ts'
import type { ElementActs } from './use-element-acts.ts'

const MOVED = 'application/x-throughline-element'
const ADDED = 'application/x-throughline-kind'

/** An element that is moved, or a kind that is added. */
export const dragOf = (what: { element: string } | { kind: string }) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => {
    dataTransfer.effectAllowed = 'copyMove'
    if ('element' in what) dataTransfer.setData(MOVED, what.element)
    else dataTransfer.setData(ADDED, what.kind)
  },
})

const isOurs = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(MOVED) || dataTransfer.types.includes(ADDED)

const isBelowMiddle = ({ currentTarget, clientY }: DragEvent) => {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY > top + height / 2
}

/** Where something that is dragged would go: behind the element `after`, which is `null` at the top. */
export function useElementDrop(elements: readonly WebsiteElement[], acts: ElementActs | undefined) {
  const [after, setAfter] = useState<string | null>()
  const spotAt = (event: DragEvent, id: string | undefined): string | null => {
    if (id === undefined) return elements.at(-1)?.id ?? null
    return isBelowMiddle(event) ? id : (elements[elements.findIndex((one) => one.id === id) - 1]?.id ?? null)
  }
  const drop = ({ dataTransfer }: DragEvent, spot: string | null) => {
    const moved = dataTransfer.getData(MOVED)
    const kind = KINDS.find((one) => one === dataTransfer.getData(ADDED))
    if (moved && moved !== spot) acts?.moveBelow(moved, spot)
    if (kind) acts?.add(kind, spot)
  }
  return {
    after,
    /** Of one element, or of the page where there is none. */
    target: (id?: string) => ({
      onDragOver: (event: DragEvent) => {
        if (!acts || !isOurs(event)) return
        event.preventDefault()
        event.stopPropagation()
        setAfter(spotAt(event, id))
      },
      onDragLeave: () => setAfter(undefined),
      onDrop: (event: DragEvent) => {
        if (!acts || !isOurs(event)) return
        event.preventDefault()
        event.stopPropagation()
        setAfter(undefined)
        drop(event, spotAt(event, id))
      },
    }),
  }
}
