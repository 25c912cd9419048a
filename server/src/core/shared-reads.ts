/**
 * Those who ask for the same while it is being read share the next read: it begins after they asked, so that each sees what
 * was committed before. However many ask at once, one read is under way and one waits.
 */
export function createSharedReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()

  function begin(key: string): Promise<T> {
    next.delete(key)
    const begun = read(key).finally(() => {
      if (underWay.get(key) === begun) underWay.delete(key)
    })
    underWay.set(key, begun)
    return begun
  }

  return (key) => {
    const before = underWay.get(key)
    if (!before) return begin(key)
    const waiting =
      next.get(key) ??
      before.then(
        () => begin(key),
        () => begin(key),
      )
    next.set(key, waiting)
    return waiting
  }
}
