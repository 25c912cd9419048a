import type { Attachment, Task } from '@throughline/contracts/tasks'
import { Eye, Info, Upload } from 'lucide-react'
import { useRef } from 'react'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { fileStates } from '../../../shared/file-states.texts.ts'
import { sizeText } from '../../../shared/format/size.ts'
import { isRunning } from '../../../shared/uploads/engine/upload.ts'
import { useTrayUploads } from '../../../shared/uploads/use-uploader.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { FileInput } from '../../../ui/file-input.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { useOpenedFile } from '../../documents/parts/opened-file.tsx'
import { useUpload } from '../../documents/parts/use-upload.ts'
import { spec, texts } from './detail.texts.ts'

export function Attachments({ task }: { task: Task }) {
  const { attachments } = task
  return (
    <Section title={texts.attachments} count={attachments.length} action={task.can.attach && <AddFile task={task} />}>
      {attachments.length === 0 ? (
        <p className="text-sm text-fg-3">{spec.noAttachments}</p>
      ) : (
        <FileList files={attachments} />
      )}
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
function AddFile({ task: { id, name } }: { task: Task }) {
  const input = useRef<HTMLInputElement>(null)
  const { add } = useUpload()
  const busy = useTrayUploads().some(
    (upload) => isRunning(upload) && upload.target.kind === 'document' && upload.target.taskId === id,
  )
  return (
    <>
      <FileInput
        ref={input}
        multiple
        label={texts.addFile}
        onFiles={(files) => add(files, { taskId: id, label: name })}
      />
      <Button size="sm" variant="ghost" icon={Upload} busy={busy} onClick={() => input.current?.click()}>
        {texts.addFile}
      </Button>
    </>
  )
}
