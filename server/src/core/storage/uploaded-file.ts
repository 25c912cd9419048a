import { createHash } from 'node:crypto'
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, invalid } from '../errors.ts'
import { cleanFileName } from './file-name.ts'
import { mediaTypeOf, SNIFFED_BYTES } from './media-type.ts'
import type { ObjectStore } from './object-store.ts'
import { newQuarantineKey } from './quarantine.ts'

export type FileSpec = { field: string; maxBytes: number; tooLarge?: string }

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

/** What a multipart body has beside the file itself. */
const ENVELOPE_BYTES = 16_384

const tooLarge = (spec: FileSpec) =>
  new AppError(413, 'file_too_large', spec.tooLarge ?? `The file is larger than ${spec.maxBytes / 1_048_576} MB`)
function interrupted(cause: unknown): AppError {
  const refusal = new AppError(400, 'upload_interrupted', 'The upload did not arrive whole')
  refusal.cause = cause
  return refusal
}

export async function registerMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { fieldNameSize: 100, fieldSize: 1_024, headerPairs: 20, parts: 2 } })
}

/** Streams the one declared file into quarantine; whatever else arrives is refused and leaves nothing behind. */
export async function receiveFile(
  objects: ObjectStore,
  request: FastifyRequest,
  spec: FileSpec,
): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new AppError(415, 'multipart_required', 'Send the file as multipart/form-data')
  if (Number(request.headers['content-length']) > spec.maxBytes + ENVELOPE_BYTES) throw tooLarge(spec)
  const parts = request.parts({ limits: { fileSize: spec.maxBytes + 1, files: 2 } })
  let file: UploadedFile | undefined
  try {
    for (;;) {
      const part = await next(parts)
      if (!part) break
      if (part.type !== 'file' || part.fieldname !== spec.field || file) {
        throw invalid('The request has a part that was not asked for', [
          { path: part.fieldname, message: 'not expected' },
        ])
      }
      file = await store(objects, part, spec)
    }
  } catch (error) {
    // The rest is read and dropped, so that the answer reaches a client that is still sending.
    request.raw.unpipe()
    request.raw.resume()
    if (file) await objects.remove(file.objectKey)
    throw error
  }
  if (!file) throw invalid('The file is missing', [{ path: spec.field, message: 'required' }])
  return file
}

async function next(parts: AsyncIterableIterator<Multipart>): Promise<Multipart | undefined> {
  try {
    const { value, done } = await parts.next()
    return done ? undefined : value
  } catch (cause) {
    throw interrupted(cause)
  }
}

async function store(objects: ObjectStore, part: MultipartFile, spec: FileSpec): Promise<UploadedFile> {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const chunk of part.file) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a file arrives as bytes')
      if (size < SNIFFED_BYTES) head.push(chunk.subarray(0, SNIFFED_BYTES - size))
      size += chunk.length
      if (size > spec.maxBytes) throw tooLarge(spec)
      hash.update(chunk)
      yield chunk
    }
  }
  const objectKey = newQuarantineKey()
  try {
    await objects.put(objectKey, measured())
  } catch (error) {
    throw part.file.errored && !(error instanceof AppError) ? interrupted(error) : error
  }
  return new ReceivedFile({
    objectKey,
    sha256: hash.digest('hex'),
    size,
    mediaType: await mediaTypeOf(Buffer.concat(head)),
    fileName: cleanFileName(part.filename),
  })
}
