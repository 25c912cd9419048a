import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { PersonId, TenantId } from '@throughline/contracts/ids'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { AppError, notFound } from '../errors.ts'
import { type DrawnPicture, isDrawnPicture } from '../images/drawn-picture.ts'
import { CALL_MS, MAX_SCANNED_BYTES, scanStream, type Verdict } from './clamd.ts'
import { createMeasure, type Measured } from './measure.ts'
import { type ByteRange, createObjectStore, type StoredContent } from './object-store.ts'
import { createParts } from './parts.ts'
import { isQuarantineKey, purgeQuarantine, type QuarantinedFile } from './quarantine.ts'
import { createRecords } from './records.ts'
import { removeVersions } from './remove-versions.ts'
import { type FileSpec, isUploadedFile, type Received, receiveFiles, type UploadedFile } from './uploaded-file.ts'

/** The whole of it: a store may resolve dots within a key, and so leave the folder that the beginning names. */
const KEPT = /^(tenants|people)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9a-f]{64}$/

/** Whose folder: a tenant's, or that of a person, whom their photo follows into every workspace. */
export type Folder = `tenants/${string}` | `people/${string}`

/** For as much as the scanner takes. */
const INSPECT_MS = 600_000

export type Storage = ReturnType<typeof createStorage>

function requireQuarantined(key: string) {
  if (!isQuarantineKey(key)) throw new TypeError('only what lies in quarantine is inspected and released')
}

export function createStorage(config: Config) {
  const objects = createObjectStore(config)
  const clamd = { host: config.CLAMD_HOST, port: config.CLAMD_PORT }
  const parts = createParts(config, objects)
  const foundClean = new WeakSet<UploadedFile>()

  async function scan(file: UploadedFile): Promise<Verdict> {
    if (!isUploadedFile(file)) throw new TypeError('only what the multipart parser received can be scanned')
    const { verdict, sha256 } = await inspect(file.objectKey, CALL_MS)
    if (sha256 !== file.sha256) throw new AppError(400, 'upload_interrupted', 'The upload is incomplete')
    if (verdict === 'clean') foundClean.add(file)
    return verdict
  }

  /** What lies in quarantine, in one pass: what the scanner reads is what is hashed and typed. */
  async function inspect(quarantineKey: string, withinMs = INSPECT_MS): Promise<Measured & { verdict: Verdict }> {
    requireQuarantined(quarantineKey)
    const { stream, size } = await objects.get(quarantineKey)
    if (size > MAX_SCANNED_BYTES) {
      stream.destroy()
      throw new AppError(413, 'file_too_large', 'The file is too large to be checked')
    }
    const measure = createMeasure()
    const passing = Readable.from(measure.passing(stream), { objectMode: false })
    const verdict = await scanStream(clamd, passing, withinMs)
    return { verdict, ...(await measure.result()) }
  }

  /** For what `inspect` found clean. It stays in quarantine until `release`, so that a repeat finds it. */
  async function copyOut(quarantineKey: string, tenantId: string, sha256: string): Promise<string> {
    requireQuarantined(quarantineKey)
    const objectKey = keyOf({ sha256 }, tenantId)
    if (!(await objects.exists(objectKey))) await objects.copy(quarantineKey, objectKey)
    return objectKey
  }

  async function release(quarantineKey: string): Promise<void> {
    requireQuarantined(quarantineKey)
    await objects.remove(quarantineKey)
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

  /** Under which name content is kept: once in each tenant. */
  function keyOf({ sha256 }: { sha256: string }, tenantId: string): string {
    const objectKey = `tenants/${tenantId}/${sha256}`
    if (!KEPT.test(objectKey))
      throw new TypeError('content is named by its tenant, which is named by its id, and its hash')
    return objectKey
  }

  /** Only after a scan that found nothing. A repeat changes nothing. */
  async function keep(file: UploadedFile, tenantId: string): Promise<string> {
    if (!foundClean.has(file)) throw new Error('only a file that was scanned and found clean can be kept')
    const objectKey = keyOf(file, tenantId)
    if (!(await objects.exists(objectKey))) await objects.copy(file.objectKey, objectKey)
    await objects.remove(file.objectKey)
    return objectKey
  }

  /** Kept files only: what is in quarantine is not found here. */
  async function read(objectKey: string, range?: ByteRange): Promise<StoredContent> {
    if (!KEPT.test(objectKey)) throw notFound('The file')
    return await objects.serve(objectKey, range)
  }

  async function remove(objectKey: string): Promise<void> {
    if (!KEPT.test(objectKey)) throw new TypeError('only what was kept can be removed')
    await objects.remove(objectKey)
  }

  /** With what waits in quarantine under these names. Says how many objects there were. */
  async function removeTenant(tenantId: TenantId, quarantineKeys: readonly string[]): Promise<number> {
    quarantineKeys.forEach(requireQuarantined)
    let removed = await removeVersions(objects, `tenants/${tenantId}/`)
    for (const key of quarantineKeys) removed += await removeVersions(objects, key)
    return removed
  }

  return {
    receiveFiles: (request: FastifyRequest, spec: FileSpec): Promise<Received> => receiveFiles(objects, request, spec),
    scan,
    inspect,
    copyOut,
    release,
    parts,
    contentOf,
    keyOf,
    keep,
    keepDrawn,
    discard: (file: UploadedFile): Promise<void> => objects.remove(file.objectKey),
    read,
    remove,
    removePerson: (personId: PersonId): Promise<number> => removeVersions(objects, `people/${personId}/`),
    removeTenant,
    records: createRecords(objects),
    exists: (objectKey: string): Promise<boolean> => objects.exists(objectKey),
    purgeQuarantine: (olderThan: Date, held: QuarantinedFile): Promise<number> =>
      purgeQuarantine(objects, olderThan, held),
    close: (): void => {
      parts.end()
      objects.close()
    },
  }
}
