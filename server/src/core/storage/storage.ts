import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { PersonId } from '@throughline/contracts/ids'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { AppError, notFound } from '../errors.ts'
import { type DrawnPicture, isDrawnPicture } from '../images/drawn-picture.ts'
import { MAX_SCANNED_BYTES, scanStream, type Verdict } from './clamd.ts'
import { type ByteRange, createObjectStore, type StoredContent } from './object-store.ts'
import { removePersonFiles } from './person-files.ts'
import { purgeQuarantine } from './quarantine.ts'
import { createRecords } from './records.ts'
import { type FileSpec, isUploadedFile, receiveFile, type UploadedFile } from './uploaded-file.ts'

/** The whole of it: a store may resolve dots within a key, and so leave the folder that the beginning names. */
const KEPT = /^(tenants|people)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9a-f]{64}$/

/** Whose folder: a tenant's, or that of a person, whom their photo follows into every workspace. */
export type Folder = `tenants/${string}` | `people/${string}`

export type Storage = ReturnType<typeof createStorage>

export function createStorage(config: Config) {
  const objects = createObjectStore(config)
  const clamd = { host: config.CLAMD_HOST, port: config.CLAMD_PORT }
  const foundClean = new WeakSet<UploadedFile>()

  async function scan(file: UploadedFile): Promise<Verdict> {
    if (!isUploadedFile(file)) throw new TypeError('only what the multipart parser received can be scanned')
    if (file.size > MAX_SCANNED_BYTES) throw new AppError(413, 'file_too_large', 'The file is too large to be checked')
    const { stream } = await objects.get(file.objectKey)
    const verdict = await scanStream(clamd, stream)
    if (verdict === 'clean') foundClean.add(file)
    return verdict
  }

  /** Of a file that was scanned and found clean, for drawing it anew. */
  async function contentOf(file: UploadedFile): Promise<Buffer> {
    if (!foundClean.has(file)) throw new Error('only a file that was scanned and found clean can be opened')
    return buffer((await objects.get(file.objectKey)).stream)
  }

  /** What we drew needs no scan: nothing that was sent is in it. The same picture is kept once in each folder. */
  async function keepDrawn(picture: DrawnPicture, folder: Folder): Promise<string> {
    if (!isDrawnPicture(picture)) throw new TypeError('only a picture drawn here can be kept')
    const objectKey = `${folder}/${picture.sha256}`
    if (!KEPT.test(objectKey)) throw new TypeError('a folder is named by an id')
    if (!(await objects.exists(objectKey))) await objects.put(objectKey, Readable.from([picture.bytes]))
    return objectKey
  }

  /** Only after a scan that found nothing. The same content is kept once per tenant; a repeat changes nothing. */
  async function keep(file: UploadedFile, tenantId: string): Promise<string> {
    if (!foundClean.has(file)) throw new Error('only a file that was scanned and found clean can be kept')
    const objectKey = `tenants/${tenantId}/${file.sha256}`
    if (!KEPT.test(objectKey)) throw new TypeError('a tenant is named by its id')
    if (!(await objects.exists(objectKey))) await objects.copy(file.objectKey, objectKey)
    await objects.remove(file.objectKey)
    return objectKey
  }

  /** Kept files only: what is in quarantine is not found here. */
  async function read(objectKey: string, range?: ByteRange): Promise<StoredContent> {
    if (!KEPT.test(objectKey)) throw notFound('The file')
    return await objects.get(objectKey, range)
  }

  async function remove(objectKey: string): Promise<void> {
    if (!KEPT.test(objectKey)) throw new TypeError('only what was kept can be removed')
    await objects.remove(objectKey)
  }

  return {
    receiveFile: (request: FastifyRequest, spec: FileSpec): Promise<UploadedFile> =>
      receiveFile(objects, request, spec),
    scan,
    contentOf,
    keep,
    keepDrawn,
    discard: (file: UploadedFile): Promise<void> => objects.remove(file.objectKey),
    read,
    remove,
    removePerson: (personId: PersonId): Promise<void> => removePersonFiles(objects, personId),
    records: createRecords(objects),
    exists: (objectKey: string): Promise<boolean> => objects.exists(objectKey),
    purgeQuarantine: (olderThan: Date): Promise<number> => purgeQuarantine(objects, olderThan),
    close: (): void => objects.close(),
  }
}
