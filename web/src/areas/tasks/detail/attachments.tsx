import { type Attachment, addAttachment, type Task } from '@throughline/contracts/tasks'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { saidIn } from '../../../said.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { FileGlyph } from '../parts/file-glyph.tsx'
import { sizeText } from '../parts/size-text.ts'
import { attach } from '../task-acts.api.ts'
import { useTasksRefresh } from '../tasks.api.ts'
import { spec, texts } from './detail.texts.ts'
import { Section } from './section.tsx'

export function Attachments({ task }: { task: Task }) {
  const { attachments } = task
  return (
    <Section title={texts.attachments} count={attachments.length} action={task.can.attach && <AddFile task={task} />}>
      {attachments.length === 0 ? (
        <p className="text-sm text-fg-3">{spec.noAttachments}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-1.5">
          {attachments.map((file) => (
            <li key={file.id}>
              <AttachmentLink file={file} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

export function AttachmentLink({ file }: { file: Attachment }) {
  const name = file.filename || file.name
  const size = sizeText(file.size)
  return (
    <a
      href={file.file_url}
      target="_blank"
      rel="noreferrer"
      className="flex min-h-10 items-center gap-2.5 rounded-md border px-2.5 py-1.5 hover:bg-surface-2 max-[759px]:min-h-11"
    >
      <FileGlyph contentType={file.content_type} />
      <span translate="no" className="min-w-0 flex-1 truncate font-medium">
        {name}
      </span>
      <span translate="no" className="tnum shrink-0 text-xs text-fg-3">
        {size}
      </span>
      <span className="sr-only">{texts.newWindow}</span>
    </a>
  )
}

/** One upload after the other; meanwhile no further ones. */
function AddFile({ task }: { task: Task }) {
  const input = useRef<HTMLInputElement>(null)
  const refresh = useTasksRefresh()
  const [busy, setBusy] = useState(false)
  const send = async (files: readonly File[]) => {
    setBusy(true)
    for (const file of files) {
      const most = addAttachment.file.maxBytes
      try {
        if (file.size > most) toast.error(texts.notUploaded(file.name), { description: texts.tooLarge(sizeText(most)) })
        else await attach(task.id, file)
      } catch (error) {
        const description = saidIn(error)
        toast.error(texts.notUploaded(file.name), { ...(description && { description }) })
      }
    }
    setBusy(false)
    void refresh()
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={texts.addFile}
        onChange={({ target }) => {
          const files = Array.from(target.files ?? [])
          target.value = ''
          if (files.length > 0) void send(files)
        }}
      />
      <Button size="sm" variant="ghost" icon={Upload} busy={busy} onClick={() => input.current?.click()}>
        {texts.addFile}
      </Button>
    </>
  )
}
