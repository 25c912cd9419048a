import { MOST_BYTES, RESUMABLE_FROM } from '@throughline/contracts/document-uploads'
import type { DocumentCategory } from '@throughline/contracts/documents'
import type { DocumentId, InstanceId, PersonId, TaskId, TenantId, WorkflowId } from '@throughline/contracts/ids'
import { uploadOrgIcon } from '@throughline/contracts/org'
import { uploadPhoto } from '@throughline/contracts/profile'

/** Where documents go and what is said about them; nothing: to the workspace. */
export interface UploadPlace {
  taskId?: TaskId
  instanceId?: InstanceId
  workflowId?: WorkflowId
  /** They become the next version of this document. */
  documentId?: DocumentId
  category?: DocumentCategory
  description?: string
  /** The field of the task's form that they answer. */
  field?: string
  /** What the place is called. */
  label?: string
}

/** Documents go in parts and survive lost connections; pictures go in one call with an immediate result. */
export type UploadTarget =
  | ({ kind: 'document' } & UploadPlace)
  | { kind: 'logo'; orgId: TenantId }
  | { kind: 'photo'; userId: PersonId }

/** As the calls declare it and the server enforces it: no text and no other page has a limit of its own. */
const MAX_BYTES: Record<UploadTarget['kind'], number> = {
  document: MOST_BYTES,
  logo: uploadOrgIcon.file.maxBytes,
  photo: uploadPhoto.file.maxBytes,
}

export const maxBytesOf = ({ kind }: UploadTarget): number => MAX_BYTES[kind]

export const isResumable = ({ target, size }: Pick<Upload, 'target' | 'size'>): boolean =>
  target.kind === 'document' && size >= RESUMABLE_FROM

export interface Chosen {
  file: File
  /** Where the browser gives one, the file can be read again after a reload. */
  handle?: FileSystemFileHandle
  /** Kept under this name; the file's own unless said. */
  name?: string
  /** Folders it lay in, outermost first. */
  folders?: readonly string[]
}

/**
 * lost: the file has to be chosen again; locked: the browser wants a press before it may be read again; offline: waits
 * for the connection and goes on by itself; refused: no further try would help; gone: arrived, and is no longer there.
 */
export type Phase =
  | 'lost'
  | 'locked'
  | 'offline'
  | 'paused'
  | 'sending'
  | 'waiting'
  | 'finishing'
  | 'infected'
  | 'failed'
  | 'refused'
  | 'unchecked'
  | 'checking'
  | 'done'
  | 'gone'

export interface Upload {
  /** Sent along with every try: whatever is repeated happens once. */
  key: string
  addedAt: number
  name: string
  size: number
  type: string
  lastModified: number
  target: UploadTarget
  phase: Phase
  resumable: boolean
  /** Bytes that have left, and those of them that are kept whatever happens. */
  sent: number
  safe: number
  /** Bytes a second, as soon as it can be told. */
  rate?: number | undefined
  /** Why it stands still, in the server's words where it said any. */
  problem?: string | undefined
  document?: UploadedDocument | undefined
  /** What was sent, at hand should it have to be sent again. */
  file?: File | undefined
  /** When the last byte had arrived. */
  arrivedAt?: number | undefined
}

interface UploadedDocument {
  id: DocumentId
  name: string
  version: number
  taskName: string | null
  url: string
}

export const percentOf = ({ sent, size }: Pick<Upload, 'sent' | 'size'>): number =>
  size === 0 ? 100 : Math.round((Math.min(sent, size) * 100) / size)

const RUNNING: readonly Phase[] = ['sending', 'waiting', 'finishing', 'offline']

/** Would be cut off if the page were left now. */
export const isRunning = ({ phase }: Pick<Upload, 'phase'>): boolean => RUNNING.includes(phase)

/** On its way, or arrived and not found clean yet. */
export const isPending = (upload: Pick<Upload, 'phase'>): boolean => isRunning(upload) || upload.phase === 'checking'
