import type { Upload } from './upload.ts'

const BETWEEN_PROGRESS = 200
const RATE_OVER = 0.3

/** The uploads as pages see them: a new array for every change, progress at most five times a second. */
export function createUploadList() {
  let uploads: readonly Upload[] = []
  const listeners = new Set<() => void>()
  const progress = new Map<string, Pick<Upload, 'sent' | 'safe'>>()
  const measured = new Map<string, { sent: number; at: number }>()
  let due: ReturnType<typeof setTimeout> | undefined

  const put = (next: readonly Upload[]) => {
    uploads = next
    for (const listener of listeners) listener()
  }
  const merge = (change: (upload: Upload) => Upload) => put(uploads.map(change))

  /** Smoothed: a single slow part must not make it jump. */
  function rateOf({ key, rate }: Upload, sent: number): number | undefined {
    const last = measured.get(key)
    const at = Date.now()
    measured.set(key, { sent, at })
    if (!last || at <= last.at || sent < last.sent) return rate
    const now = ((sent - last.sent) * 1_000) / (at - last.at)
    return rate === undefined ? now : rate + (now - rate) * RATE_OVER
  }

  function flush() {
    due = undefined
    merge((upload) => {
      const made = progress.get(upload.key)
      return made ? { ...upload, ...made, rate: rateOf(upload, made.sent) } : upload
    })
    progress.clear()
  }

  return {
    get: () => uploads,
    find: (key: string) => uploads.find((upload) => upload.key === key),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (more: readonly Upload[]) => put([...uploads, ...more]),
    remove: (gone: (upload: Upload) => boolean) => put(uploads.filter((upload) => !gone(upload))),
    patch: (key: string, change: Partial<Upload>) => {
      const waiting = progress.get(key)
      progress.delete(key)
      measured.delete(key)
      merge((upload) => (upload.key === key ? { ...upload, ...waiting, rate: undefined, ...change } : upload))
    },
    progress: (key: string, sent: number, safe: number) => {
      progress.set(key, { sent, safe })
      due ??= setTimeout(flush, BETWEEN_PROGRESS)
    },
  }
}
