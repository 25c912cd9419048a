import type { TaskId } from '@throughline/contracts/ids'
import type { Attachment } from '@throughline/contracts/tasks'
import type { Field } from '@throughline/contracts/workflow-document'
import { useEffect, useRef, useState } from 'react'
import { isRunning, type Upload } from '../../../shared/uploads/engine/upload.ts'
import { useLeavingGuard } from '../../../shared/uploads/use-follow.ts'
import { useUploader } from '../../../shared/uploads/use-uploader.ts'

/** What a field shows of a file that answers it. */
export type AnswerFile = Pick<Attachment, 'id' | 'filename' | 'size' | 'content_type' | 'state' | 'file_url'>

/** Checked later: a task never waits for the scanner. */
const hasArrived = ({ phase }: Upload): boolean => phase === 'checking' || phase === 'done'

/** Files go up as answers to fields of a task's form. They count once they have arrived. */
export function useFormUploads(taskId: TaskId) {
  const { engine, uploads } = useUploader()
  useLeavingGuard(uploads)
  const runningKeys = () => engine.get().flatMap((upload) => (isRunning(upload) ? upload.key : []))
  /** Whether everything arrived; what failed stands in its field. */
  const allArrived = async (): Promise<boolean> => {
    let isWhole = true
    for (let keys = runningKeys(); keys.length > 0; keys = runningKeys()) {
      const ended = await Promise.all(keys.map(engine.ended))
      // The field takes the answer right after its upload has ended.
      await new Promise((resolve) => setTimeout(resolve))
      isWhole &&= ended.every((upload) => !upload || hasArrived(upload))
    }
    return isWhole
  }
  return {
    uploads,
    running: uploads.filter(isRunning).length,
    allArrived,
    add: (files: readonly File[], { name }: Field): string[] =>
      engine.add(
        files.map((file) => ({ file })),
        { kind: 'document', taskId, field: name },
      ),
    ended: engine.ended,
    retry: engine.retry,
    remove: engine.cancel,
  }
}

export type FormUploads = ReturnType<typeof useFormUploads>

const fileOf = ({ size, type, phase, document }: Upload): AnswerFile | undefined =>
  document && {
    id: document.id,
    filename: document.name,
    size,
    content_type: type,
    state: phase === 'done' ? 'clean' : 'quarantined',
    file_url: document.url,
  }

/** Those of one field; each becomes part of the answer when it has arrived. */
export function useFieldUploads(field: Field, form: FormUploads | undefined, onArrived: (file: AnswerFile) => void) {
  const [keys, setKeys] = useState<readonly string[]>([])
  const arrived = useRef(onArrived)
  useEffect(() => {
    arrived.current = onArrived
  })
  const take = async (key: string) => {
    const upload = await form?.ended(key)
    const file = upload && hasArrived(upload) && fileOf(upload)
    if (!file) return
    form?.remove(key)
    arrived.current(file)
  }
  return {
    uploads: form?.uploads.filter(({ key }) => keys.includes(key)) ?? [],
    add: (files: readonly File[]) => {
      const added = form?.add(files, field) ?? []
      setKeys((before) => [...before, ...added])
      for (const key of added) void take(key)
    },
    retry: (key: string) => {
      form?.retry(key)
      void take(key)
    },
    remove: (key: string) => form?.remove(key),
  }
}
