import { Upload } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { cn } from './cn.ts'
import { useFieldLink } from './field-context.ts'

type FileDropProps = {
  /** "Drop a file here or choose one". */
  label: string
  hint?: ReactNode
  accept?: string
  multiple?: boolean
  disabled?: boolean
  /** A drop is not held to `accept`: check what arrives. */
  onFiles: (files: File[]) => void
  className?: string
}

/** The browser's own file input, stretched over the box: it takes clicks, keys and drops by itself. */
export function useFileDrop(onFiles: FileDropProps['onFiles']) {
  const [over, setOver] = useState(false)
  const link = useFieldLink()
  const inputProps = {
    ...link,
    type: 'file',
    className: 'absolute inset-0 size-full opacity-0',
    onDragEnter: () => setOver(true),
    onDragLeave: () => setOver(false),
    onDrop: () => setOver(false),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const files = Array.from(target.files ?? [])
      target.value = ''
      if (files.length > 0) onFiles(files)
    },
  }
  return { over, inputProps }
}

export function FileDrop({ label, hint, accept, multiple, disabled, onFiles, className }: FileDropProps) {
  const { over, inputProps } = useFileDrop(onFiles)
  return (
    <div
      className={cn(
        'relative flex flex-col items-center gap-1 rounded-md border border-dashed px-4 py-6 text-center text-sm',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        over ? 'border-accent bg-accent-subtle' : 'border-line-control bg-surface hover:bg-surface-2',
        disabled && 'pointer-events-none text-fg-3',
        className,
      )}
    >
      <input {...inputProps} aria-label={label} accept={accept} multiple={multiple} disabled={disabled} />
      <Upload size={18} strokeWidth={1.8} aria-hidden className={over ? 'text-accent-text' : 'text-fg-3'} />
      <span className="font-medium">{label}</span>
      {hint && <span className="text-xs text-fg-3">{hint}</span>}
    </div>
  )
}
