import { usePart } from '../../../ui/lazy-part.ts'

export type LateParts = typeof import('./late-parts.ts')

let parts: LateParts | undefined

export async function loadLateParts(): Promise<LateParts> {
  parts ??= await import('./late-parts.ts')
  return parts
}

function onceCardsAreDrawn(fetch: () => void): () => void {
  let due: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    due = setTimeout(fetch)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(due)
  }
}

/**
 * Panels, dialogs and the outline, fetched once the first cards are on the screen: reading their code would take as long
 * as drawing. They stay for the next workflow that is opened.
 */
export const useLateParts = () => usePart(loadLateParts, onceCardsAreDrawn, parts)
