import { createHash } from 'node:crypto'
import { UploadId } from '@throughline/contracts/ids'
import { RESPONSE_KEYS } from '@throughline/contracts/public-forms'
import type { Json } from '@throughline/flow/eval'
import type { AnswerField } from '@throughline/flow/form'
import * as z from 'zod/mini'
import { isStorable } from '../../../core/db/storable.ts'
import { invalid } from '../../../core/errors.ts'
import type { ReceivedForm } from '../../../core/storage/form-body.ts'
import type { UploadedFile } from '../../../core/storage/uploaded-file.ts'
import type { FormVersion } from '../form-version.ts'

type Texts = ReceivedForm['texts']

const OURS: ReadonlySet<string> = new Set(Object.values(RESPONSE_KEYS))
const KEY = /^[\x21-\x7e]{1,100}$/
const Uploads = z.record(z.string(), z.array(UploadId).check(z.maxLength(100)))

/** What is said about the response beside its answers. */
export interface About {
  key: string | undefined
  token: string | undefined
  work: string | undefined
  isTrapped: boolean
  version: number | undefined
  device: 'phone' | 'computer' | null
  /** Ids by element. */
  uploads: Map<string, UploadId[]>
}

const bad = (path: string, message: string) => invalid('Some of the data isn’t valid', [{ path, message }])

function uploadsIn(text: string): About['uploads'] {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw bad(RESPONSE_KEYS.uploads, 'not JSON')
  }
  const parsed = z.safeParse(Uploads, read)
  if (!parsed.success) throw bad(RESPONSE_KEYS.uploads, 'not uploads by element')
  return new Map(Object.entries(parsed.data))
}

export function readAbout(texts: Texts): About {
  const said = new Map<string, string>()
  for (const { name, index, text } of texts) {
    if (!name.startsWith('_')) continue
    if (!OURS.has(name) || index !== undefined) throw bad(name, 'not expected')
    said.set(name, text)
  }
  const filled = (name: string) => said.get(name) || undefined
  const key = filled(RESPONSE_KEYS.key)
  if (key !== undefined && !KEY.test(key)) throw bad(RESPONSE_KEYS.key, 'not a key')
  const version = filled(RESPONSE_KEYS.version)
  if (version !== undefined && !/^\d{1,9}$/.test(version)) throw bad(RESPONSE_KEYS.version, 'not a number')
  const device = filled(RESPONSE_KEYS.device)
  return {
    key,
    token: filled(RESPONSE_KEYS.token),
    work: filled(RESPONSE_KEYS.work),
    isTrapped: filled(RESPONSE_KEYS.trap) !== undefined,
    version: version === undefined ? undefined : Number(version),
    device: device === 'phone' || device === 'computer' ? device : null,
    uploads: uploadsIn(filled(RESPONSE_KEYS.uploads) ?? '{}'),
  }
}

/** The JSON text says the whole list; without it those under an index, or in the order in which they came. */
function listIn(single: string | undefined, texts: Texts): Json {
  if (single === undefined) {
    return texts.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0)).map(({ text }) => text)
  }
  if (single === '') return []
  try {
    const read = z.safeParse(z.array(z.union([z.string(), z.number()])), JSON.parse(single))
    return read.success ? read.data.map(String) : [single]
  } catch {
    return [single]
  }
}

const TICKED: ReadonlySet<string> = new Set(['true', 'on', 'yes', '1'])

/** Undefined: nothing was sent for it. */
function answerIn({ type, multiple }: AnswerField, texts: Texts): Json | undefined {
  const single = texts.find(({ index }) => index === undefined)?.text
  const listed = texts.filter(({ index }) => index !== undefined)
  if (single === undefined && listed.length === 0) return undefined
  if (multiple) return listIn(single, listed)
  if (single === undefined) return listed.map(({ text }) => text)
  return type === 'checkbox' ? TICKED.has(single.toLowerCase()) : single
}

/**
 * By element, as they were sent. Files are not among them, whatever text came under their name: otherwise somebody could
 * name the documents of others.
 */
export function readAnswers({ content, compiled }: FormVersion, { texts, files }: ReceivedForm): Record<string, Json> {
  const known = new Set(content.elements.map(({ id }) => id))
  const asksForFiles = new Set(compiled.fields.flatMap(({ name, type }) => (type === 'file' ? [name] : [])))
  const strange = [
    ...texts.filter(({ name }) => !name.startsWith('_') && !known.has(name)),
    ...files.filter(({ name }) => !asksForFiles.has(name)),
  ]
  if (strange.length > 0) {
    const names = [...new Set(strange.map(({ name }) => name))]
    throw invalid(
      'The form has an unexpected part',
      names.map((path) => ({ path, message: 'not a field of this form' })),
    )
  }
  const answers = compiled.fields.flatMap((field): [string, Json][] => {
    if (field.type === 'file') return []
    const answer = answerIn(
      field,
      texts.filter(({ name }) => name === field.name),
    )
    return answer === undefined ? [] : [[field.name, answer]]
  })
  const read = Object.fromEntries(answers)
  if (!isStorable(read)) throw invalid('Some of the data can’t be stored')
  return read
}

/** Of all that was sent, so that the same key with something else is noticed. */
export function hashOf(
  texts: Texts,
  files: readonly { name: string; file: UploadedFile }[],
  uploads: About['uploads'],
) {
  const said = texts.filter(({ name }) => !name.startsWith('_')).map(({ name, index, text }) => [name, index, text])
  const sent = files.map(({ name, file }) => [name, file.fileName, file.sha256])
  return createHash('sha256')
    .update(JSON.stringify([said, sent, [...uploads]]))
    .digest()
}
