import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FormElement, FormSettings } from './form-content.ts'
import { formParams } from './forms.ts'
import { FormId, UploadId } from './ids.ts'
import { Json } from './json.ts'
import { instant } from './running.ts'

/** A form as its public page has it: only what the page shows. */
export const PublicForm = z.object({
  id: FormId,
  title: z.string(),
  description: z.string(),
  elements: z.array(FormElement),
  settings: FormSettings,
  header_banner_document_id: z.nullable(z.uuid()),
  headerBanner: z.nullable(z.object({ imageUrl: z.string(), altText: z.string(), height: z.number() })),
  version: z.number(),
  /** Compiled conditions, by the variable of the field they show. */
  show: z.record(z.string(), Json),
  /** Who receives the answers. */
  organisation: z.string(),
  closed: z.nullable(z.object({ because: z.enum(['by_hand', 'date', 'limit']), since: z.nullable(instant) })),
  limits: z.object({ files: z.number(), megabytes: z.number() }),
})
export type PublicForm = z.infer<typeof PublicForm>

export const getPublicForm = endpoint({
  method: 'GET',
  path: '/v1/forms/public/:formId/',
  summary: 'A published form',
  access: 'respondent',
  rate: 'read',
  params: formParams,
  response: z.object({ data: PublicForm }),
})

export const getPublicHeader = endpoint({
  method: 'GET',
  path: '/v1/forms/public/:formId/header/',
  summary: 'The picture of a published form’s header banner',
  access: 'respondent',
  rate: 'read',
  binary: true,
  params: formParams,
  response: z.any(),
})

/** Given only under more load than usual: a number whose SHA-256 with the salt is the target. */
export const WorkTask = z.object({ salt: z.string(), target: z.string(), most: z.number() })

export const beginResponse = endpoint({
  method: 'POST',
  path: '/v1/forms/public/:formId/begin/',
  summary: 'The page was edited for the first time: a signed note of when, and under load a little work to do',
  access: 'respondent',
  rate: 'public_begin',
  params: formParams,
  body: z.strictObject({}),
  response: z.object({ data: z.object({ token: z.string(), work: z.nullable(WorkTask) }) }),
})

export const Receipt = z.object({ receipt: z.string(), received_at: instant })
export type Receipt = z.infer<typeof Receipt>

/** Names of the texts beside the answers; no element has one of them, since an id begins with a letter. */
export const RESPONSE_KEYS = {
  /** Of this attempt; the same one again is answered with the same receipt. */
  key: '_key',
  token: '_token',
  work: '_work',
  /** A field that people cannot see; a response that fills it in is held. */
  trap: '_website',
  version: '_version',
  device: '_device',
  /** Resumable uploads that are complete: their ids, by element, as JSON. */
  uploads: '_uploads',
} as const

export const sendResponse = endpoint({
  method: 'POST',
  path: '/v1/forms/public/:formId/submissions/',
  summary: 'Send a response: a text for each element, files under id[], lists as JSON; once for each key',
  access: 'respondent',
  rate: 'public_send',
  status: 201,
  params: formParams,
  form_body: true,
  response: z.object({ data: Receipt }),
})

const uploadParams = z.object({ formId: FormId, uploadId: UploadId })
const token = z.string().check(z.minLength(1), z.maxLength(500))
const partNumber = z.number().check(z.int(), z.minimum(1), z.maximum(10_000))

const PublicUpload = z.object({
  id: UploadId,
  size: z.number(),
  state: z.enum(['uploading', 'completed']),
  part_bytes: z.number(),
  parts: z.array(z.object({ number: z.number(), etag: z.string() })),
  received: z.number(),
})
export type PublicUpload = z.infer<typeof PublicUpload>

export const beginPublicUpload = endpoint({
  method: 'POST',
  path: '/v1/forms/public/:formId/uploads/',
  summary: 'Begin a resumable upload of a respondent; it belongs to the page’s token',
  access: 'respondent',
  rate: 'public_begin',
  status: 201,
  params: formParams,
  body: z.strictObject({
    token,
    element: z.string().check(z.maxLength(40)),
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    size: z.number().check(z.int(), z.minimum(1)),
  }),
  response: z.object({ data: PublicUpload }),
})

export const getPublicUpload = endpoint({
  method: 'POST',
  path: '/v1/forms/public/:formId/uploads/:uploadId/',
  summary: 'What has arrived of an upload; asked by POST, so that the token is in no address',
  access: 'respondent',
  rate: 'public_begin',
  params: uploadParams,
  body: z.strictObject({ token }),
  response: z.object({ data: PublicUpload }),
})

export const signPublicParts = endpoint({
  method: 'POST',
  path: '/v1/forms/public/:formId/uploads/:uploadId/parts/',
  summary: 'Addresses to which parts are sent by PUT, good for 15 minutes',
  access: 'respondent',
  rate: 'public_begin',
  params: uploadParams,
  body: z.strictObject({ token, numbers: z.array(partNumber).check(z.minLength(1), z.maxLength(50)) }),
  response: z.object({ data: z.array(z.object({ number: z.number(), size: z.number(), url: z.string() })) }),
})

export const completePublicUpload = endpoint({
  method: 'POST',
  path: '/v1/forms/public/:formId/uploads/:uploadId/complete/',
  summary: 'All parts were sent: keep them for the response',
  access: 'respondent',
  rate: 'public_begin',
  params: uploadParams,
  body: z.strictObject({
    token,
    parts: z
      .array(z.strictObject({ number: partNumber, etag: z.string().check(z.minLength(1), z.maxLength(200)) }))
      .check(z.minLength(1), z.maxLength(1_000)),
  }),
  response: z.object({ data: PublicUpload }),
})

export const cancelPublicUpload = endpoint({
  method: 'POST',
  path: '/v1/forms/public/:formId/uploads/:uploadId/cancel/',
  summary: 'Give up an upload and what has arrived of it',
  access: 'respondent',
  rate: 'public_begin',
  params: uploadParams,
  body: z.strictObject({ token }),
  response: z.object({ id: UploadId }),
})
