import { RESPONSE_KEYS, sendResponse } from '@throughline/contracts/public-forms'
import type { Json } from '@throughline/flow/eval'
import { call, Refusal } from './calls.ts'
import type { ChosenFile } from './chosen-files.ts'
import { online, pause } from './waiting.ts'

export interface Response {
  formId: string
  version: number
  key: string
  /** Of the fields that are shown. */
  values: Record<string, Json>
  files: readonly ChosenFile[]
  token: string | undefined
  work: number | undefined
  trap: string
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

function setAnswer(form: FormData, id: string, value: Json) {
  if (value === null) return
  form.set(id, textOf(value))
  // A list comes as JSON and, for servers that read forms plainly, entry by entry.
  if (Array.isArray(value)) for (const [at, one] of value.entries()) form.set(`${id}[${at}]`, textOf(one))
}

/** Every text and file under the name of its element, as the specification has it. */
function formOf({ version, key, values, files, token, work, trap }: Response): FormData {
  const form = new FormData()
  const names = RESPONSE_KEYS
  form.set(names.key, key)
  form.set(names.version, String(version))
  form.set(names.device, matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer')
  form.set(names.trap, trap)
  if (token !== undefined) form.set(names.token, token)
  if (work !== undefined) form.set(names.work, String(work))
  const withFiles = new Set(files.map(({ element }) => element))
  for (const [id, value] of Object.entries(values)) if (!withFiles.has(id)) setAnswer(form, id, value)
  const uploads: Record<string, string[]> = {}
  for (const { element, file, uploadId, state } of files) {
    if (state === 'ready') form.append(`${element}[]`, file, file.name)
    else if (uploadId !== undefined) (uploads[element] ??= []).push(uploadId)
  }
  if (Object.keys(uploads).length > 0) form.set(names.uploads, JSON.stringify(uploads))
  return form
}

export type SendState = { state: 'sending' } | { state: 'busy'; seconds: number } | { state: 'offline' }

export type Sent =
  | { ended: 'received'; receipt: string; isFirst: boolean }
  /** What the server says of single answers, by element. */
  | { ended: 'refused'; problems: Record<string, string>; message: string | undefined }
  | { ended: 'failed'; message: string | undefined }

const USUAL_PAUSE = 5
const MAX_BUSY = 60
/** After a lost answer the same key is sent again: it counts once, whether it had arrived or not. */
const MAX_LOST = 3

function refused(refusal: Refusal): Sent {
  const { errors = [], message, receipt } = refusal.body
  if (receipt !== undefined) return { ended: 'received', receipt, isFirst: true }
  if (refusal.status >= 500 || refusal.status === 404) return { ended: 'failed', message: undefined }
  if (errors.length === 0) return { ended: 'failed', message }
  const problems = Object.fromEntries(errors.map(({ path, message: problem }) => [path, problem]))
  return { ended: 'refused', problems, message }
}

/** Until the server has said yes or no: a busy one is asked again, and without a connection it waits for one. */
export async function send(response: Response, onState: (state: SendState) => void): Promise<Sent> {
  let lost = 0
  for (let tries = 0; ; tries++) {
    if (!navigator.onLine) {
      onState({ state: 'offline' })
      await online()
    }
    onState({ state: 'sending' })
    try {
      const { data } = await call(sendResponse, { params: { formId: response.formId } }, formOf(response))
      return { ended: 'received', receipt: data.receipt, isFirst: false }
    } catch (error) {
      if (!(error instanceof Refusal)) {
        if (navigator.onLine && ++lost >= MAX_LOST) return { ended: 'failed', message: undefined }
        await pause(lost * 1_000)
        continue
      }
      if (!error.isBusy || tries >= MAX_BUSY) return refused(error)
      const seconds = error.retryAfter ?? USUAL_PAUSE
      onState({ state: 'busy', seconds })
      await pause(seconds * 1_000)
    }
  }
}
