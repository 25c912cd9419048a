/** After the first paint has settled; browsers without idle callbacks get a short wait. */
export function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(act, { timeout: 3_000 })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(act, 500)
  return () => clearTimeout(id)
}
