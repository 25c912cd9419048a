import type { Phase, Upload } from '../engine/upload.ts'

/** A large document on its way, or in whatever state. */
export const sampleUpload = (name: string, phase: Phase, more: Partial<Upload> = {}): Upload => ({
  key: name,
  addedAt: 0,
  name,
  size: 100 * 1_048_576,
  type: 'application/zip',
  lastModified: 1,
  target: { kind: 'document' },
  phase,
  resumable: true,
  sent: 0,
  safe: 0,
  ...more,
})

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
