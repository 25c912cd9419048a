import type { Attachment, Task } from '@throughline/contracts/tasks'
import { Eye, Info, Upload } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { fileStates } from '../../../shared/file-states.texts.ts'
import { sizeText } from '../../../shared/format/size.ts'
import { isRunning } from '../../../shared/uploads/engine/upload.ts'
import { useLeavingGuard } from '../../../shared/uploads/use-follow.ts'
import { useUploader } from '../../../shared/uploads/use-uploader.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { FileInput } from '../../../ui/file-input.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { useOpenedFile } from '../../documents/parts/opened-file.tsx'
import { UploadRow } from '../form/file-field.tsx'
import { useTasksRefresh } from '../tasks.api.ts'
import { spec, texts } from './detail.texts.ts'

export function Attachments({ task }: { task: Task }) {
  const { attachments, can, id } = task
  const { engine, uploads } = useUploader()
  useLeavingGuard(uploads)
  const refresh = useTasksRefresh()
  const arrived = uploads.flatMap(({ key, document }) => (document ? key : [])).join()
  useEffect(() => {
    if (!arrived) return
    void refresh()
    for (const key of arrived.split(',')) engine.cancel(key)
  }, [arrived, engine, refresh])
  const send = (files: File[]) =>
    engine.add(
      files.map((file) => ({ file })),
      { kind: 'document', taskId: id },
    )
  const add = can.attach && <AddFile busy={uploads.some(isRunning)} onFiles={send} />
  return (
    <Section title={texts.attachments} count={attachments.length} action={add}>
      {attachments.length === 0 && uploads.length === 0 && <p className="text-sm text-fg-3">{spec.noAttachments}</p>}
      {attachments.length > 0 && <FileList files={attachments} />}
      {uploads.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onRetry={() => engine.retry(upload.key)}
          onRemove={() => engine.cancel(upload.key)}
        />
      ))}
    </Section>
  )
}

/** Each opens in a window of its own, or is looked at here. */
function FileList({ files }: { files: readonly Attachment[] }) {
  const { show, view } = useOpenedFile(files)
  return (
    <>
      <ul className="grid grid-cols-1 gap-1.5">
        {files.map((file) => {
          const name = file.filename || file.name
          return (
            <li key={file.id} className="flex items-center gap-1">
              <div className="min-w-0 flex-1 rounded-md bg-surface">
                <AttachmentLink file={file} />
              </div>
              {file.state === 'clean' && (
                <IconButton label={texts.filePreview(name)} icon={Eye} onClick={() => show(file.id)} />
              )}
              <IconButton label={texts.fileDetails(name)} icon={Info} onClick={() => show(file.id, 'details')} />
            </li>
          )
        })}
      </ul>
      {view}
    </>
  )
}

/** One that is not found clean yet has nothing to open. */
export function AttachmentLink({ file }: { file: Attachment }) {
  const look = 'flex min-h-10 items-center gap-2.5 rounded-md border px-2.5 py-1.5 max-[759px]:min-h-11'
  const content = (
    <>
      <FileGlyph contentType={file.content_type} />
      <span translate="no" dir="auto" className="min-w-0 flex-1 truncate font-medium">
        {file.filename || file.name}
      </span>
      <span translate="no" className="tnum shrink-0 text-xs text-fg-3">
        {sizeText(file.size)}
      </span>
    </>
  )
  if (file.state !== 'clean')
    return (
      <div className={look}>
        {content}
        <span className="shrink-0 text-xs text-fg-3">{fileStates[file.state]}</span>
      </div>
    )
  return (
    <a href={file.file_url} target="_blank" rel="noreferrer" className={cn(look, 'hover:bg-surface-2')}>
      {content}
      <span className="sr-only">{texts.newWindow}</span>
    </a>
  )
}

/** While one is on its way there are no further ones, as the specification has it. */
function AddFile({ busy, onFiles }: { busy: boolean; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <FileInput ref={input} multiple label={texts.addFile} onFiles={onFiles} />
      <Button size="sm" variant="ghost" icon={Upload} busy={busy} onClick={() => input.current?.click()}>
        {texts.addFile}
      </Button>
    </>
  )
}
