/** Where the ending of a name begins; its length where it has none. */
export function endingAt(name: string): number {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? dot : name.length
}

/** A file stays what it is whatever it is called: an ending that was taken away or changed is put back. */
export function withEndingOf(old: string, typed: string): string {
  const wanted = typed.trim()
  const ending = old.slice(endingAt(old))
  if (wanted === '' || wanted.toLowerCase().endsWith(ending.toLowerCase())) return wanted
  return `${wanted.replace(/\.+$/, '')}${ending}`
}
