import type { Upload } from '../../../../shared/uploads/engine/upload.ts'

/** Uploads as the engine shows them to pages, changed by the test. */
export function scriptedList() {
  let uploads: readonly Upload[] = []
  const listeners = new Set<() => void>()
  const put = (next: readonly Upload[]) => {
    uploads = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => uploads,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (more: readonly Upload[]) => put([...uploads, ...more]),
    patch: (key: string, change: Partial<Upload>) =>
      put(uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload))),
  }
}
