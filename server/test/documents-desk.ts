import { getCsrf } from '@throughline/contracts/auth'
import { beginUpload, completeUpload, signParts, type UploadMetadata } from '@throughline/contracts/document-uploads'
import {
  createProcessingActivities,
  createReadingActivities,
  type ProcessingActivities,
} from '../src/areas/documents/processing/process-document.activities.ts'
import { STEPS } from '../src/areas/documents/processing/steps.ts'
import { createStorage } from '../src/core/storage/storage.ts'
import { type TestApi, Visitor } from './api.ts'
import type { World } from './world.ts'

type Actors = World['actors']

/** What people and the worker do with documents, each step when a test says so. */
export function createDesk({ app, ctx }: TestApi, { ours, actors }: World) {
  const storage = createStorage(ctx.config)
  const activities = { ...createProcessingActivities(ctx, storage), ...createReadingActivities(ctx, storage) }
  const outside = new Visitor(app, ctx.config.USERCONTENT_ORIGIN)

  async function send(path: string, form: FormData, by: Pick<Actors['owner'], 'visitor' | 'client'> = actors.member) {
    const response = await by.visitor.fetch(by.visitor.origin + path, {
      method: 'POST',
      headers: { 'x-csrftoken': (await by.client(getCsrf)).csrfToken },
      body: form,
    })
    return { status: response.status, body: await response.json() }
  }

  function formOf(field: string, content: string | Buffer, name: string, fields: Record<string, string> = {}) {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.append(key, value)
    form.append(field, new Blob([new Uint8Array(Buffer.from(content))]), name)
    return form
  }

  /** A small file by the calls for large ones. */
  async function sendInParts(
    content: string,
    name: string,
    metadata: UploadMetadata,
    { client }: Pick<Actors['owner'], 'client'> = actors.member,
  ) {
    const { data: begun } = await client(beginUpload, { body: { name, size: Buffer.byteLength(content), metadata } })
    const params = { uploadId: begun.id }
    const { data: signed } = await client(signParts, { params, body: { numbers: [1] } })
    const sent = await fetch(signed[0]?.url ?? '', { method: 'PUT', body: content })
    const parts = [{ number: 1, etag: sent.headers.get('etag') ?? '' }]
    return await client(completeUpload, { params, body: { parts } })
  }

  /** As the worker does it: each step only of what was found clean. */
  async function process(
    documentId: string,
    number = 1,
    scanner: Pick<ProcessingActivities, 'scanVersion'> = activities,
  ) {
    const version = { tenantId: ours.tenantId, documentId, number }
    if (!(await scanner.scanVersion(version))) return false
    const planned = await activities.planReading(version)
    for (const step of STEPS) if (planned.includes(step)) await activities[step](version)
    return true
  }

  return { storage, activities, outside, send, sendInParts, formOf, process, close: () => storage.close() }
}
