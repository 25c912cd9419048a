import { X } from 'lucide-react'
import type { DragEvent, MouseEvent } from 'react'
import { FileGlyph } from '../../../../shared/file-glyph.tsx'
import { sizeText } from '../../../../shared/format/size.ts'
import { type Chosen, maxBytesOf } from '../../../../shared/uploads/engine/upload.ts'
import { FileDrop } from '../../../../ui/file-drop.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { toast } from '../../../../ui/toast.ts'
import { gather } from '../drop/gather.ts'
import { texts } from '../uploads.texts.ts'

const words = texts.form

/** A file that is chosen so can be read again after a reload. */
async function pick(choose: NonNullable<Window['showOpenFilePicker']>): Promise<Chosen[]> {
  const handles = await choose({ multiple: true })
  return Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle })))
}

const isChangeOfMind = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

type ChooseFilesProps = { chosen: readonly Chosen[]; onChange: (chosen: readonly Chosen[]) => void }

export function ChooseFiles({ chosen, onChange }: ChooseFilesProps) {
  const add = async (found: Promise<readonly Chosen[]>) => {
    try {
      onChange([...chosen, ...(await found)])
    } catch (error) {
      if (!isChangeOfMind(error)) toast.error(texts.unreadable)
    }
  }
  const press = (event: MouseEvent) => {
    const choose = window.showOpenFilePicker?.bind(window)
    if (!choose) return
    event.preventDefault()
    void add(pick(choose))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void add(gather(event.dataTransfer))
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the field inside takes presses and keys; this only hears them first */}
      <div onClickCapture={press} onDropCapture={drop}>
        <FileDrop
          label={words.choose}
          hint={words.most(sizeText(maxBytesOf({ kind: 'document' })))}
          multiple
          onFiles={(files) => onChange([...chosen, ...files.map((file) => ({ file }))])}
        />
      </div>
      {chosen.length > 0 && (
        <ul className="mt-2 max-h-40 divide-y overflow-y-auto rounded-md border">
          {chosen.map((one, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may be alike in everything else
            <li key={index} className="flex min-h-9 items-center gap-2 py-1 pr-1 pl-2.5">
              <FileGlyph contentType={one.file.type} size={16} />
              <span translate="no" dir="auto" className="min-w-0 flex-1 truncate text-sm">
                {one.name ?? one.file.name}
              </span>
              <span translate="no" className="tnum shrink-0 text-xs text-fg-3">
                {sizeText(one.file.size)}
              </span>
              <IconButton
                label={words.takeOut(one.name ?? one.file.name)}
                icon={X}
                size="sm"
                onClick={() => onChange(chosen.filter((other) => other !== one))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
