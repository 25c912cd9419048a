/** The file was changed, moved or deleted since it was chosen: the browser no longer reads it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** A body that cannot be read fails like a lost connection; trying again would not help it. */
export async function requireReadable(part: Blob): Promise<void> {
  try {
    await part.slice(0, 1).arrayBuffer()
  } catch (cause) {
    throw new Unreadable('The file can no longer be read', { cause })
  }
}
