/** A browser can forbid storage; a choice then lasts until the page is closed. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** Everything kept under names that begin so. */
export function forgetStored(beginning: string) {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(beginning)) localStorage.removeItem(key)
  } catch {
    // Where nothing may be kept there is nothing to forget.
  }
}
