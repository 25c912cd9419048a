import type { Kept } from './memory.ts'

/** The same file as before, as far as can be told without reading it. */
export const isSame = ({ fileName, size, lastModified }: Kept, file: File): boolean =>
  file.name === fileName && file.size === size && file.lastModified === lastModified

type Recalled = File | 'locked' | 'lost'

/** `asking`: a person has just pressed, so the browser may ask them. */
export async function recall(kept: Kept, asking: boolean): Promise<Recalled> {
  const { handle } = kept
  if (!handle) return 'lost'
  try {
    const wish = { mode: 'read' } as const
    const allowed = asking ? await handle.requestPermission?.(wish) : await handle.queryPermission?.(wish)
    if (allowed !== undefined && allowed !== 'granted') return 'locked'
    const file = await handle.getFile()
    return isSame(kept, file) ? file : 'lost'
  } catch {
    // Moved, deleted, or no longer to be asked for: the person can still choose it.
    return 'lost'
  }
}
