import type { RefObject } from 'react'

type FileInputProps = {
  ref: RefObject<HTMLInputElement | null>
  label: string
  accept?: string
  multiple?: boolean
  onFiles: (files: File[]) => void
}

/** Out of sight: a button beside it opens the browser's dialog. What was chosen once can be chosen again. */
export function FileInput({ ref, label, accept, multiple, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      multiple={multiple}
      hidden
      aria-label={label}
      onChange={({ target }) => {
        const files = Array.from(target.files ?? [])
        target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}
