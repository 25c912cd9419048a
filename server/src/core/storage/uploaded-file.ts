import multipart, { type Multipart, type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FilePart } from '@throughline/contracts/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid } from '../errors.ts'
import { cleanFileName } from './file-name.ts'
import { createMeasure } from './measure.ts'
import { kindOfText } from './media-type.ts'
import type { ObjectStore } from './object-store.ts'
import { newQuarantineKey } from './quarantine.ts'

export type FileSpec = FilePart & {
  /** Texts may come beside the file; which of them are known is for others to say. */
  withFields?: boolean
}

/** Made here and nowhere else: an object that merely looks like one (a JSON body, say) is none. */
class ReceivedFile {
  readonly #received = true
  readonly objectKey: string
  readonly sha256: string
  readonly size: number
  readonly mediaType: string
  readonly fileName: string

  constructor(parts: { objectKey: string; sha256: string; size: number; mediaType: string; fileName: string }) {
    this.objectKey = parts.objectKey
    this.sha256 = parts.sha256
    this.size = parts.size
    this.mediaType = parts.mediaType
    this.fileName = parts.fileName
    Object.freeze(this)
  }

  static made(value: object): boolean {
    return #received in value && value.#received
  }
}

export type UploadedFile = ReceivedFile
export const isUploadedFile = (value: object): boolean => ReceivedFile.made(value)

/** What a multipart body has beside each file itself, and what its texts may take. */
const ENVELOPE_BYTES = 16_384
const FIELD_BYTES = 32_768
const MAX_FIELDS = 20
const maxFilesOf = ({ maxFiles = 1 }: FileSpec) => maxFiles
const fieldBytesOf = ({ fieldBytes = FIELD_BYTES }: FileSpec) => fieldBytes
const envelopeOf = (spec: FileSpec) =>
  ENVELOPE_BYTES * maxFilesOf(spec) + (spec.withFields ? MAX_FIELDS * fieldBytesOf(spec) : 0)

export interface Received {
  /** One or more, in the order in which they came; none where the file is optional. */
  files: UploadedFile[]
  fields: Record<string, string>
}

function tooLarge(spec: FileSpec): AppError {
  const megabytes = spec.maxBytes / 1_048_576
  const whole = maxFilesOf(spec) > 1 ? `The files of one request are larger than` : 'The file is larger than'
  return new AppError(413, 'file_too_large', spec.tooLarge ?? `${whole} ${megabytes} MB`)
}
function interrupted(cause: unknown): AppError {
  const refusal = new AppError(400, 'upload_interrupted', 'The upload is incomplete')
  refusal.cause = cause
  return refusal
}

export async function registerMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { fieldNameSize: 100, fieldSize: 1_024, headerPairs: 20, parts: 2 } })
}

const unexpected = (path: string) => invalid('The request has an unexpected part', [{ path, message: 'not expected' }])

export function fieldOf(part: MultipartValue): string {
  if (part.valueTruncated || part.fieldnameTruncated)
    throw invalid('One of the values is too long', [{ path: part.fieldname, message: 'too long' }])
  if (typeof part.value !== 'string') throw unexpected(part.fieldname)
  return part.value
}

/** With one part more than is allowed, so that we can say what is wrong with it. */
function limitsOf(spec: FileSpec) {
  const files = maxFilesOf(spec) + 1
  const texts = spec.withFields ? { fields: MAX_FIELDS, fieldSize: fieldBytesOf(spec) } : {}
  return { fileSize: spec.maxBytes + 1, files, parts: files + (spec.withFields ? MAX_FIELDS : 0), ...texts }
}

function requireRoomFor(part: MultipartFile, spec: FileSpec, count: number): void {
  if (part.fieldname !== spec.field) throw unexpected(part.fieldname)
  if (count < maxFilesOf(spec)) return
  if (count === 1) throw unexpected(part.fieldname)
  throw invalid(`You can upload up to ${count} files at once`, [{ path: spec.field, message: 'too many' }])
}

/** Streams the declared files into quarantine; whatever else arrives is refused and leaves nothing behind. */
export async function receiveFiles(objects: ObjectStore, request: FastifyRequest, spec: FileSpec): Promise<Received> {
  if (!request.isMultipart()) throw new AppError(415, 'multipart_required', 'Send the file as multipart/form-data')
  if (Number(request.headers['content-length']) > spec.maxBytes + envelopeOf(spec)) throw tooLarge(spec)
  const parts = request.parts({ limits: limitsOf(spec) })
  const fields = new Map<string, string>()
  const files: UploadedFile[] = []
  let bytes = 0
  try {
    for (;;) {
      const part = await next(parts)
      if (!part) break
      if (part.type === 'field') {
        if (!spec.withFields || fields.has(part.fieldname)) throw unexpected(part.fieldname)
        fields.set(part.fieldname, fieldOf(part))
        continue
      }
      requireRoomFor(part, spec, files.length)
      // Bytes of no kind may come without a name, whatever the parser's types say.
      if (!part.filename) throw invalid('The file has no name', [{ path: spec.field, message: 'required' }])
      const before = bytes
      const file = await store(objects, part, (size) => {
        if (before + size > spec.maxBytes) throw tooLarge(spec)
      })
      files.push(file)
      bytes += file.size
    }
  } catch (error) {
    // The rest is read and dropped, so that the answer reaches a client that is still sending.
    request.raw.unpipe()
    request.raw.resume()
    for (const { objectKey } of files) await objects.remove(objectKey)
    throw error
  }
  if (files.length === 0 && !spec.optional)
    throw invalid('The file is missing', [{ path: spec.field, message: 'required' }])
  return { files, fields: Object.fromEntries(fields) }
}

export async function next(parts: AsyncIterableIterator<Multipart>): Promise<Multipart | undefined> {
  try {
    const { value, done } = await parts.next()
    return done ? undefined : value
  } catch (cause) {
    throw interrupted(cause)
  }
}

/** `check` is told the size after each chunk. */
export async function store(
  objects: ObjectStore,
  part: MultipartFile,
  check: (size: number) => void,
): Promise<UploadedFile> {
  const measure = createMeasure(check)
  const objectKey = newQuarantineKey()
  try {
    await objects.put(objectKey, measure.passing(part.file))
  } catch (error) {
    // A file that is no longer read is aborted, too: there the store failed, not the sender.
    const cut = part.file.errored && part.file.errored.name !== 'AbortError'
    throw cut && !(error instanceof AppError) ? interrupted(error) : error
  }
  const fileName = cleanFileName(part.filename)
  const { mediaType, ...measured } = await measure.result()
  return new ReceivedFile({ objectKey, ...measured, mediaType: kindOfText(mediaType, fileName), fileName })
}
