import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../errors.ts'
import type { ObjectStore } from './object-store.ts'
import { fieldOf, next, store, type UploadedFile } from './uploaded-file.ts'

/** Larger files come in parts of their own, before the form. */
const FORM_FILE_BYTES = 8 * 1_048_576
const TEXT_BYTES = 262_144
const MAX_FILES = 100
/** More than a form has fields, with a list of all options for each of the longest. */
const MAX_TEXTS = 1_000
/** What a multipart body has beside the content of its parts. */
const ENVELOPE_BYTES = 1_024 * 512
const MOST_BYTES = FORM_FILE_BYTES + TEXT_BYTES + ENVELOPE_BYTES

/** `id`, `id[]` or `id[3]`; names of ours begin with one underscore. */
const NAME = /^(_?[A-Za-z][\w-]{0,39})(\[(\d{0,3})\])?$/

/** A text or a file under the name that a form gives it. */
interface Named {
  name: string
  /** Undefined: the name alone. Null: one of a list, in the order in which they came. */
  index: number | null | undefined
}

export interface ReceivedForm {
  texts: (Named & { text: string })[]
  files: (Named & { file: UploadedFile })[]
}

const tooLarge = (message: string) => new AppError(413, 'too_large', message)
const tooManyParts = () => tooLarge('The form has too many parts')
const tooManyBytes = () =>
  tooLarge(`Files sent with the form can total up to ${FORM_FILE_BYTES / 1_048_576} MB. Upload larger files first.`)

function namedBy(given: string): Named {
  const [, name, bracket, index] = NAME.exec(given) ?? []
  if (name === undefined) throw invalid('The form has an unexpected part', [{ path: given, message: 'not expected' }])
  return { name, index: bracket === undefined ? undefined : index ? Number(index) : null }
}

/** What the parser says of a body with more parts than it was told to read. */
const isOverfull = (error: unknown) =>
  error instanceof AppError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  ['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'].includes(String(error.cause.code))

/** A field for files that was left empty comes as a file without name and content. */
async function passEmpty(part: MultipartFile): Promise<void> {
  for await (const chunk of part.file) {
    if (Buffer.isBuffer(chunk) && chunk.length === 0) continue
    throw invalid('The file has no name', [{ path: part.fieldname, message: 'required' }])
  }
}

class FormParts {
  readonly texts: ReceivedForm['texts'] = []
  readonly files: ReceivedForm['files'] = []
  readonly #objects: ObjectStore
  readonly #names = new Set<string>()
  #textBytes = 0
  #fileBytes = 0

  constructor(objects: ObjectStore) {
    this.#objects = objects
  }

  addText(fieldname: string, text: string): void {
    const named = namedBy(fieldname)
    this.#textBytes += Buffer.byteLength(text)
    if (this.#textBytes > TEXT_BYTES) throw tooLarge('The answers are too long')
    if (named.index !== null && this.#names.has(fieldname)) {
      throw invalid('The form has the same part twice', [{ path: fieldname, message: 'sent twice' }])
    }
    this.#names.add(fieldname)
    this.texts.push({ ...named, text })
  }

  async addFile(part: MultipartFile): Promise<void> {
    const named = namedBy(part.fieldname)
    if (!part.filename) return passEmpty(part)
    const before = this.#fileBytes
    const file = await store(this.#objects, part, (size) => {
      if (before + size > FORM_FILE_BYTES) throw tooManyBytes()
    })
    this.#fileBytes += file.size
    this.files.push({ ...named, file })
  }
}

/** Fails as soon as the body is larger than a form can be: a single text could otherwise go on forever. */
function overflowOf({ raw }: FastifyRequest): Promise<never> {
  const overflow = new Promise<never>((_, reject) => {
    let bytes = 0
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_BYTES) reject(tooManyBytes())
    })
  })
  // The rejection reaches the loop that waits for the next part; without this it would also count as unhandled.
  overflow.catch(() => undefined)
  return overflow
}

/**
 * Texts and files by the names that the form gives them. Files are streamed into quarantine, and a refused form leaves none
 * there. Only the texts are held in memory.
 */
export async function receiveForm(objects: ObjectStore, request: FastifyRequest): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw new AppError(415, 'multipart_required', 'Send the form as multipart/form-data')
  if (Number(request.headers['content-length']) > MOST_BYTES) throw tooManyBytes()
  const limits = { fileSize: FORM_FILE_BYTES + 1, files: MAX_FILES, fields: MAX_TEXTS, parts: MAX_FILES + MAX_TEXTS }
  const parts = request.parts({ limits: { ...limits, fieldSize: TEXT_BYTES + 1 } })
  const form = new FormParts(objects)
  try {
    const overflow = overflowOf(request)
    for (;;) {
      const part = await Promise.race([next(parts), overflow])
      if (!part) break
      if (part.type === 'file') await form.addFile(part)
      else form.addText(part.fieldname, fieldOf(part))
    }
  } catch (error) {
    // The rest is read and dropped, so that the answer reaches a client that is still sending.
    request.raw.unpipe()
    request.raw.resume()
    for (const { file } of form.files) await objects.remove(file.objectKey)
    throw isOverfull(error) ? tooManyParts() : error
  }
  return { texts: form.texts, files: form.files }
}
