import type { Attachment, Task } from '@throughline/contracts/tasks'

type Bound = Attachment & { sha256: string }

const isBound = (file: Attachment): file is Bound => file.state === 'clean' && file.sha256 !== null

/** What a decision is about: the files that can be opened, each as it is shown. */
export const boundFiles = ({ attachments }: Pick<Task, 'attachments'>): Bound[] => attachments.filter(isBound)

/** As a decision names them. */
export const lookedAt = (task: Pick<Task, 'attachments'>) =>
  boundFiles(task).map(({ id, version_number, sha256 }) => ({ id, version_number, sha256 }))

/** The same for the same files, in whatever order they come. */
export const markOf = (files: ReturnType<typeof lookedAt>) =>
  files
    .map(({ id, version_number, sha256 }) => `${id} ${version_number} ${sha256}`)
    .toSorted()
    .join()

/** The version that the button names: of the one file there is. */
export function namedVersion(task: Pick<Task, 'attachments'>): number | undefined {
  const [only, second] = boundFiles(task)
  return second ? undefined : only?.version_number
}

export const isOver = ({ state }: Pick<Task, 'state'>) => state === 'completed' || state === 'cancelled'
