import type { UploadId } from '@throughline/contracts/ids'
import { type UnsentMemory, unsentMemory } from '../../unsent/unsent-memory.ts'
import type { UploadTarget } from './upload.ts'

/** What is needed to go on after a reload; never the bytes. */
export interface StoredUpload {
  key: string
  memberId: string
  /** In this order they stand in the tray, after a reload too. */
  addedAt: number
  name: string
  /** Of the file itself: by these it is known again. */
  fileName: string
  size: number
  lastModified: number
  type: string
  target: UploadTarget
  uploadId?: UploadId | undefined
  /** Parts whose arrival was acknowledged, with the mark by which the store knows them. */
  parts?: readonly (readonly [number: number, etag: string])[] | undefined
  handle?: FileSystemFileHandle | undefined
}

export type UploadMemory = UnsentMemory<StoredUpload>

export const browserMemory: UploadMemory = unsentMemory('uploads')

export const NO_MEMORY: UploadMemory = {
  all: async () => [],
  find: async () => undefined,
  keep: async () => false,
  forget: async () => undefined,
}
