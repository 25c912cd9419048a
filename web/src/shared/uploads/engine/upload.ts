import type { DocumentCategory } from '@throughline/contracts/documents'
import type { DocumentId, InstanceId, TaskId, WorkflowId } from '@throughline/contracts/ids'

/** Where files go and what is said about them; nothing: to the workspace. */
export interface UploadPlace {
  taskId?: TaskId
  instanceId?: InstanceId
  workflowId?: WorkflowId
  /** They become the next version of this document. */
  documentId?: DocumentId
  category?: DocumentCategory
  description?: string
  /** What the place is called. */
  label?: string
}

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
  place: UploadPlace
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
}

const RUNNING: readonly Phase[] = ['sending', 'waiting', 'finishing', 'offline']

/** Would be cut off if the page were left now. */
export const isRunning = ({ phase }: Pick<Upload, 'phase'>): boolean => RUNNING.includes(phase)
