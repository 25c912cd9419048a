import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { createSharedReads } from '../shared-reads.ts'
import type { Storage } from '../storage/storage.ts'

/** For so long an object store may be away, as while it starts again, before a visitor hears of it. */
const PATIENCE_MS = 5_000
const PAUSE_MS = 200

/**
 * Pictures for visitors: whole or not at all, and those who ask for the same one at once share what is read of it. A store
 * that is away for a moment is waited for.
 */
export function createWholePictures(storage: Storage) {
  const readOnce = async (objectKey: string) => buffer((await storage.read(objectKey)).stream)

  return createSharedReads(async (objectKey) => {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      try {
        return await readOnce(objectKey)
      } catch (error) {
        if (error instanceof AppError || Date.now() > deadline) throw error
        await sleep(PAUSE_MS)
      }
    }
  })
}
