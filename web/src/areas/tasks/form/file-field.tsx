import type { Field } from '@throughline/contracts/workflow-document'
import type { Json } from '@throughline/flow/eval'
import { FileUp, RotateCw, X } from 'lucide-react'
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { fileStates } from '../../../shared/file-states.texts.ts'
import { sizeText } from '../../../shared/format/size.ts'
import { isPending, isRunning, percentOf, type Upload } from '../../../shared/uploads/engine/upload.ts'
import { uploadStatus } from '../../../shared/uploads/upload-status.ts'
import { useNow } from '../../../shared/use-now.ts'
import { cn } from '../../../ui/cn.ts'
import { useFileDrop } from '../../../ui/file-drop.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { formTexts } from './form.texts.ts'
import { type AnswerFile, type FormUploads, useFieldUploads } from './use-form-uploads.ts'

const words = formTexts.file

type FileFieldProps = {
  field: Field
  value: Json
  onChange: (value: Json) => void
  uploads: FormUploads | undefined
  /** Files that answers may name. */
  files: readonly AnswerFile[]
}

const idsIn = (value: Json): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')

export function FileField({ field, value, onChange, uploads: form, files }: FileFieldProps) {
  const [arrived, setArrived] = useState<readonly AnswerFile[]>([])
  const ids = idsIn(value)
  // Two may arrive before the page is drawn anew.
  const newest = useRef(ids)
  useEffect(() => {
    newest.current = ids
  })
  const { uploads, add, retry, remove } = useFieldUploads(field, form, (file) => {
    setArrived((before) => [...before, file])
    newest.current = [...newest.current.filter((id) => id !== file.id), file.id]
    onChange(newest.current)
  })
  // The task knows what the check has found since.
  const known = [...files, ...arrived]
  const paste = (event: ClipboardEvent) => {
    const pasted = Array.from(event.clipboardData.files)
    if (pasted.length > 0 && form) add(pasted)
  }
  return (
    <div className="grid gap-1.5" onPaste={paste}>
      {ids.map((id) => {
        const file = known.find((one) => one.id === id)
        return <Kept key={id} file={file} onRemove={() => onChange(ids.filter((other) => other !== id))} />
      })}
      {uploads.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onRetry={() => retry(upload.key)}
          onRemove={() => remove(upload.key)}
        />
      ))}
      {form ? <Drop onFiles={add} /> : <p className="text-xs text-fg-3">{words.later}</p>}
    </div>
  )
}

const row = 'flex min-h-11 items-center gap-3 rounded-sm border bg-surface px-3 py-1.5'

function Kept({ file, onRemove }: { file: AnswerFile | undefined; onRemove: () => void }) {
  const name = file?.filename ?? words.unnamed
  return (
    <div className={row}>
      <FileGlyph contentType={file?.content_type ?? ''} />
      <span translate="no" className="min-w-0 flex-1 truncate font-medium">
        {file?.state === 'clean' ? (
          <a href={file.file_url} target="_blank" rel="noreferrer" className="hover:underline">
            {name}
          </a>
        ) : (
          name
        )}
      </span>
      {file && file.state !== 'clean' && (
        <span className={cn('shrink-0 text-xs', file.state === 'quarantined' ? 'text-fg-3' : 'text-danger-fg')}>
          {fileStates[file.state]}
        </span>
      )}
      {file && <span className="tnum shrink-0 text-xs text-fg-3">{sizeText(file.size)}</span>}
      <IconButton label={words.remove(name)} icon={X} onClick={onRemove} />
    </div>
  )
}

type UploadRowProps = { upload: Upload; onRetry: () => void; onRemove: () => void }

/** Here a reload ends what is on its way, other than in the tray. */
const statusOf = (upload: Upload, now: number) =>
  upload.phase === 'offline' ? words.offline : uploadStatus(upload, now)

/** A file on its way, with what stands in it. */
export function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const { name, size, type, phase } = upload
  const now = useNow()
  const isUnsuccessful = !isPending(upload)
  return (
    <div className={row}>
      <FileGlyph contentType={type} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span translate="no" className="truncate font-medium">
            {name}
          </span>
          <span
            role={isUnsuccessful ? 'alert' : undefined}
            className={cn('tnum text-xs', isUnsuccessful ? 'text-danger-fg' : 'text-fg-3')}
          >
            {statusOf(upload, now)}
          </span>
        </span>
        {isRunning(upload) && <Progress label={words.uploading(name)} value={percentOf(upload)} className="mt-1 h-1" />}
      </span>
      <span className="tnum shrink-0 text-xs text-fg-3">{sizeText(size)}</span>
      {phase === 'failed' && <IconButton label={words.retry} icon={RotateCw} onClick={onRetry} />}
      <IconButton label={words.remove(name)} icon={X} onClick={onRemove} />
    </div>
  )
}

function Drop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { over, inputProps } = useFileDrop(onFiles)
  return (
    <div
      className={cn(
        'relative flex h-11 items-center justify-center gap-2 rounded-sm border border-dashed text-sm text-fg-2',
        'hover:border-accent hover:bg-accent-subtle hover:text-accent-text',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        'has-aria-invalid:border-danger-mark',
        over ? 'border-accent bg-accent-subtle' : 'border-line-control',
      )}
    >
      <input {...inputProps} multiple />
      <FileUp size={15} aria-hidden />
      {words.choose}
    </div>
  )
}
