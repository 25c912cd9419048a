import type { StoredUpload } from './memory.ts'
import type { Recalled } from './state.ts'

/** The same file as before, as far as can be told without reading it. */
export const isSame = ({ fileName, size, lastModified }: StoredUpload, file: File): boolean =>
  file.name === fileName && file.size === size && file.lastModified === lastModified

/** `asking`: a person has just pressed, so the browser may ask them. */
export async function recall(stored: StoredUpload, asking: boolean): Promise<Recalled> {
  const { handle } = stored
  if (!handle) return 'lost'
  try {
    const wish = { mode: 'read' } as const
    const allowed = asking ? await handle.requestPermission?.(wish) : await handle.queryPermission?.(wish)
    if (allowed !== undefined && allowed !== 'granted') return 'locked'
    const file = await handle.getFile()
    return isSame(stored, file) ? file : 'lost'
  } catch {
    // Moved, deleted, or no longer to be asked for: the person can still choose it.
    return 'lost'
  }
}
