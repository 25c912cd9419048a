import { type FileRule, fileRuleOf, isAccepted } from '@throughline/flow/form'
import { invalid } from '../../../core/errors.ts'
import type { ReceivedForm } from '../../../core/storage/form-body.ts'
import { quarantined, type StoredUpload } from '../../../core/storage/stored-uploads.ts'
import type { ReadyUpload } from '../../documents/documents.public.ts'
import type { FormVersion } from '../form-version.ts'
import type { Intake } from './respond.queries.ts'

const MEGABYTE = 1_048_576

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const OLD_OFFICE = ['application/x-cfb', 'application/rtf']
/** A container that is not known by its first bytes alone. */
const ZIP = 'application/zip'
const TEXT = ['text/plain', 'text/csv', 'application/xml', 'image/svg+xml']

/** What the bytes of a file with such an ending may be; of endings that do not stand here the name alone is known. */
const KINDS: Record<string, readonly string[]> = {
  '.pdf': ['application/pdf'],
  '.jpg': ['image/jpeg'],
  '.jpeg': ['image/jpeg'],
  '.png': ['image/png', 'image/apng'],
  '.gif': ['image/gif'],
  '.webp': ['image/webp'],
  '.bmp': ['image/bmp'],
  '.tif': ['image/tiff'],
  '.tiff': ['image/tiff'],
  '.heic': ['image/heic', 'image/heif'],
  '.doc': OLD_OFFICE,
  '.xls': OLD_OFFICE,
  '.ppt': OLD_OFFICE,
  '.docx': [`${OFFICE}wordprocessingml.document`, ZIP],
  '.xlsx': [`${OFFICE}spreadsheetml.sheet`, ZIP],
  '.pptx': [`${OFFICE}presentationml.presentation`, ZIP],
  '.zip': [ZIP],
  '.mp4': ['video/mp4'],
  '.mp3': ['audio/mpeg'],
  '.rtf': ['application/rtf', 'text/plain'],
  '.txt': TEXT,
  '.csv': TEXT,
  '.md': TEXT,
  '.xml': TEXT,
  '.json': TEXT,
}

/** Whether a field takes such a file: by its name, and by what its bytes are. */
function isTaken(rule: FileRule, name: string, mediaType: string): boolean {
  const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''
  const kinds = Object.hasOwn(KINDS, ending) ? KINDS[ending] : undefined
  const isWhatItSays = rule.accepts.length === 0 || kinds === undefined || kinds.includes(mediaType)
  return isWhatItSays && isAccepted(rule, name, mediaType)
}

/** A file of a response: of the request itself, or uploaded before it. */
export interface SentFile {
  element: string
  file: StoredUpload
  uploadId?: string
}

/** Those of the request first, then those that were uploaded, each in the order in which they were named. */
export const filesOf = ({ files }: ReceivedForm, uploads: readonly ReadyUpload[]): SentFile[] => [
  ...files.map(({ name, file }) => ({ element: name, file: quarantined(file) })),
  ...uploads,
]

export interface FileProblem {
  path: string
  message: string
}

function problemWith({ name, bytes, media_type }: StoredUpload, rule: ReturnType<typeof fileRuleOf>) {
  if (bytes > rule.maxBytes) return `${name} is larger than ${rule.maxBytes / MEGABYTE} MB.`
  return isTaken(rule, name, media_type) ? undefined : `${name} isn’t one of the file types that this field takes.`
}

/** By what each field takes, told by the bytes. */
export function fileProblems({ content }: FormVersion, files: readonly SentFile[]): FileProblem[] {
  return content.elements.flatMap((element): FileProblem[] => {
    const sent = files.filter((one) => one.element === element.id)
    if (sent.length === 0) return []
    const rule = fileRuleOf(element)
    if (sent.length > rule.maxFiles) {
      const most = rule.maxFiles === 1 ? 'one file' : `up to ${rule.maxFiles} files`
      return [{ path: element.id, message: `Add ${most} here.` }]
    }
    return sent.flatMap(({ file }) => {
      const message = problemWith(file, rule)
      return message === undefined ? [] : [{ path: element.id, message }]
    })
  })
}

/** What a response may hold altogether. */
export function requireWithinLimits({ max_files, max_megabytes }: Intake, files: readonly SentFile[]): void {
  const last = files.at(-1)
  if (!last) return
  const refused = (message: string) => invalid(message, [{ path: last.element, message }])
  if (files.length > max_files) {
    throw refused(
      max_files === 0 ? 'This form doesn’t accept files.' : `Send up to ${max_files} files with one response.`,
    )
  }
  if (files.reduce((sum, { file }) => sum + file.bytes, 0) > max_megabytes * MEGABYTE) {
    throw refused(`The files in one response can total up to ${max_megabytes} MB.`)
  }
}
