import type { UploadId } from '@throughline/contracts/ids'
import { type FileRule, isAccepted } from '@throughline/flow/form'
import type { FormPageData } from '@throughline/flow/form-view'
import { sizeText } from '../shared/format/size.ts'
import type { Begun } from './begin.ts'
import { dropFile, type StoredFile, storeFile } from './file-memory.ts'
import { texts } from './public-form.texts.ts'
import { cancelUpload, uploadFile } from './upload.ts'

type FileState = 'ready' | 'uploading' | 'paused' | 'uploaded' | 'refused'

export interface ChosenFile {
  key: string
  element: string
  file: File
  state: FileState
  /** How many of its bytes are safe. */
  safe: number
  problem?: string
  uploadId?: UploadId
}

/** What all files of a response that come with it may have together; above it they are uploaded as soon as chosen. */
const INLINE_BYTES = 8 * 1_048_576
const MEGABYTE = 1_048_576

function fileProblem(
  file: File,
  rule: FileRule,
  limits: FormPageData['limits'],
  others: readonly ChosenFile[],
  element: string,
): string | undefined {
  const { files } = texts
  const here = others.filter((one) => one.element === element).length
  const bytes = others.reduce((sum, one) => sum + one.file.size, 0)
  const most = Math.min(rule.maxBytes, limits.megabytes * MEGABYTE)
  if (file.size === 0) return files.empty
  if (file.size > most) return files.tooLarge(sizeText(file.size), sizeText(most))
  if (!isAccepted(rule, file.name, file.type)) return files.wrongKind(rule.accepts.join(', '))
  if (here >= rule.maxFiles) return files.tooMany(rule.maxFiles)
  if (others.length >= limits.files) return files.tooManyInAll(limits.files)
  if (bytes + file.size > limits.megabytes * MEGABYTE) return files.tooMuchInAll(`${limits.megabytes} MB`)
  return undefined
}

export interface ChosenFiles {
  readonly all: readonly ChosenFile[]
  of(element: string): ChosenFile[]
  add(element: string, file: File): void
  /** Those of an earlier visit. */
  restore(stored: readonly StoredFile[]): void
  remove(key: string): void
  clear(): void
  /** Whether some are still on their way. */
  isWaiting(): boolean
}

export function createChosenFiles(
  data: FormPageData,
  begin: () => Promise<Begun | undefined>,
  onChange: (element: string) => void,
): ChosenFiles {
  let all: ChosenFile[] = []
  const aborts = new Map<string, AbortController>()
  const good = () => all.filter(({ state }) => state !== 'refused')
  const change = (key: string, to: Partial<ChosenFile>) => {
    const before = all.find((one) => one.key === key)
    if (!before) return
    all = all.map((one) => (one.key === key ? { ...one, ...to } : one))
    onChange(before.element)
  }
  const transfer = async (stored: StoredFile) => {
    const { key } = stored
    const abort = new AbortController()
    aborts.set(key, abort)
    try {
      const begun = await begin()
      if (!begun) throw new Error('the page has no token')
      const uploadId = await uploadFile({
        place: { formId: data.id, token: begun.token },
        stored,
        signal: abort.signal,
        watcher: {
          onSafe: (safe) => change(key, { safe }),
          onPaused: (isPaused) => change(key, { state: isPaused ? 'paused' : 'uploading' }),
          onChange: (changed) => {
            if (changed.uploadId !== undefined) change(key, { uploadId: changed.uploadId })
            void storeFile(changed)
          },
        },
      })
      change(key, { state: 'uploaded', uploadId, safe: stored.file.size })
    } catch (error) {
      if (abort.signal.aborted) return
      change(key, { state: 'refused', problem: error instanceof Error && error.message ? texts.files.failed : '' })
    }
  }
  const inlineBytes = () => all.reduce((sum, { state, file }) => (state === 'ready' ? sum + file.size : sum), 0)
  const take = (stored: StoredFile) => {
    const { key, element, file, uploadId } = stored
    const isLarge = uploadId !== undefined || inlineBytes() + file.size > INLINE_BYTES
    all = [...all, { key, element, file, state: isLarge ? 'uploading' : 'ready', safe: 0 }]
    void storeFile(stored)
    if (isLarge) void transfer(stored)
    onChange(element)
  }
  const remove = (key: string) => {
    const gone = all.find((one) => one.key === key)
    if (!gone) return
    aborts.get(key)?.abort()
    all = all.filter((one) => one !== gone)
    void dropFile(key)
    const { uploadId } = gone
    if (uploadId !== undefined)
      void begin().then((begun) => begun && cancelUpload({ formId: data.id, token: begun.token }, uploadId))
    onChange(gone.element)
  }
  return {
    get all() {
      return all
    },
    of: (element) => all.filter((one) => one.element === element),
    add(element, file) {
      const rule = data.files[element]
      if (!rule) return
      const problem = fileProblem(file, rule, data.limits, good(), element)
      const key = crypto.randomUUID()
      if (problem === undefined) return take({ key, form: data.id, element, file, parts: [] })
      all = [...all, { key, element, file, state: 'refused', safe: 0, problem }]
      onChange(element)
    },
    restore: (stored) => stored.filter(({ element }) => Object.hasOwn(data.files, element)).forEach(take),
    remove,
    clear: () => all.forEach(({ key }) => remove(key)),
    isWaiting: () => all.some(({ state }) => state === 'uploading' || state === 'paused'),
  }
}
