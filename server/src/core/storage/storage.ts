import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { TenantId } from '@throughline/contracts/ids'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { CALL_MS, MAX_SCANNED_BYTES, scanStream, type Verdict } from './clamd.ts'
import { createExportFiles, dropUnfinished } from './export-files.ts'
import { type ReceivedForm, receiveForm } from './form-body.ts'
import { createKeptFiles, type KeptFiles, removeVersions } from './kept-files.ts'
import { createMeasure, type Measured } from './measure.ts'
import { mediaTypeOf, SNIFFED_BYTES } from './media-type.ts'
import { createObjectStore, type ObjectStore } from './object-store.ts'
import { createParts } from './parts.ts'
import { isQuarantineKey, newQuarantineKey, purgeQuarantine, type QuarantinedFile } from './quarantine.ts'
import { createRecords } from './records.ts'
import { type FileSpec, isUploadedFile, type Received, receiveFiles, type UploadedFile } from './uploaded-file.ts'

/** For as much as the scanner takes. */
const INSPECT_MS = 600_000

export type Storage = ReturnType<typeof createStorage>

function requireQuarantined(key: string) {
  if (!isQuarantineKey(key)) throw new TypeError('only what lies in quarantine is inspected and released')
}

/** What was received and not yet found clean, and the ways out of quarantine. */
function createQuarantine(config: Config, objects: ObjectStore, kept: KeptFiles) {
  const clamd = { host: config.CLAMD_HOST, port: config.CLAMD_PORT }
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

  /** Of what lies in quarantine, by its first bytes. */
  async function typeOf(quarantineKey: string): Promise<string> {
    requireQuarantined(quarantineKey)
    const { stream } = await objects.get(quarantineKey, { start: 0, end: SNIFFED_BYTES - 1 })
    return await mediaTypeOf(await buffer(stream))
  }

  /** For what `inspect` found clean. It stays in quarantine until `release`, so that a repeat finds it. */
  async function copyOut(quarantineKey: string, tenantId: string, sha256: string): Promise<string> {
    requireQuarantined(quarantineKey)
    const objectKey = kept.keyOf({ sha256 }, tenantId)
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

  /** Only after a scan that found nothing. A repeat changes nothing. */
  async function keep(file: UploadedFile, tenantId: string): Promise<string> {
    if (!foundClean.has(file)) throw new Error('only a file that was scanned and found clean can be kept')
    const objectKey = kept.keyOf(file, tenantId)
    if (!(await objects.exists(objectKey))) await objects.copy(file.objectKey, objectKey)
    await objects.remove(file.objectKey)
    return objectKey
  }

  return {
    receiveFiles: (request: FastifyRequest, spec: FileSpec): Promise<Received> => receiveFiles(objects, request, spec),
    receiveForm: (request: FastifyRequest): Promise<ReceivedForm> => receiveForm(objects, request),
    typeOf,
    scan,
    inspect,
    copyOut,
    release,
    contentOf,
    keep,
    discard: (file: UploadedFile): Promise<void> => objects.remove(file.objectKey),
    purgeQuarantine: (olderThan: Date, held: QuarantinedFile): Promise<number> =>
      purgeQuarantine(objects, olderThan, held),
  }
}

/** Messages of strangers, and the files in them, on their way into quarantine. */
const createMessages = (objects: ObjectStore) => ({
  /** Answers under which name it waits. */
  async receiveStream(content: AsyncIterable<Buffer>): Promise<string> {
    const key = newQuarantineKey()
    await objects.put(key, content)
    return key
  },
  /** For the confined reader of messages, and for copies of one. */
  quarantined: (quarantineKey: string) => {
    requireQuarantined(quarantineKey)
    return objects.get(quarantineKey)
  },
})

export function createStorage(config: Config) {
  const objects = createObjectStore(config)
  const parts = createParts(config, objects)
  const kept = createKeptFiles(objects)

  /** With what waits in quarantine under these names. Says how many objects there were. */
  async function removeTenant(tenantId: TenantId, quarantineKeys: readonly string[]): Promise<number> {
    quarantineKeys.forEach(requireQuarantined)
    await dropUnfinished(objects, `tenants/${tenantId}/`)
    let removed = await removeVersions(objects, `tenants/${tenantId}/`)
    for (const key of quarantineKeys) removed += await removeVersions(objects, key)
    return removed
  }

  return {
    ...createQuarantine(config, objects, kept),
    ...createMessages(objects),
    ...kept,
    parts,
    removeTenant,
    exports: createExportFiles(objects),
    records: createRecords(objects),
    exists: (objectKey: string): Promise<boolean> => objects.exists(objectKey),
    close: (): void => {
      parts.end()
      objects.close()
    },
  }
}
